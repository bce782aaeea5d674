import { randomUUID } from 'node:crypto';
import { MATCH_SCHEMA_VERSIONS, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { Stream } from '@fairmark/events/testing/played';
import { checkHistory } from './checker.js';
import type { Operation } from './history.js';

/** The checker has to find each kind of inconsistency that the faults could cause. */
describe('the checker of histories', () => {
  const matchId = randomUUID();
  let log: RecordedEvent[];
  let operations: Operation[];

  /** Three scores of one phone, acknowledged and in the log. */
  beforeEach(() => {
    const stream = new Stream<MatchEvent>(`match-${matchId}`, MATCH_SCHEMA_VERSIONS);
    operations = [4, 5, 3].map((strokes, index): Operation => {
      const place = { userId: 'ann', holeNumber: index + 1, strokes };
      const data = { ...place, side: 'PLAYER', enteredBy: 'ann', noScore: false, replaces: null } as const;
      const now = new Date(1_760_000_000_000 + index).toISOString();
      const [event] = stream.append([{ type: 'HoleScored', data }], { actorId: 'ann', now });
      const answer = { result: 'acknowledged', attempts: 1, at: 0, ms: 1, entryId: event?.id } as const;
      return { actor: 'ann', matchId, ...place, ...answer };
    });
    log = stream.events;
  });

  const operation = (index: number): Operation => operations[index] as Operation;
  const event = (index: number): RecordedEvent => log[index] as RecordedEvent;

  it('finds nothing in a sound history, whether an unknown score was recorded or not', () => {
    expect(checkHistory(operations, log)).toEqual([]);
    operation(2).result = 'unknown';
    expect(checkHistory(operations, log)).toEqual([]);
    expect(checkHistory(operations, log.slice(0, 2))).toEqual([]);
  });

  const twice = (): RecordedEvent => {
    const { revision, position, ...last } = event(2);
    return { ...last, id: randomUUID(), revision: revision + 1n, position: position + 1n };
  };
  const changed = (): RecordedEvent => ({ ...event(0), data: { ...(event(0).data as object), strokes: 1 } });

  it.each<[what: string, spoil: () => void, found: RegExp]>([
    ['a lost score', () => log.pop(), /^lost/],
    ['a refused score that is in the log', () => (operation(1).result = 'refused'), /^never sent/],
    ['a score that is recorded twice', () => log.push(twice()), /^never sent/],
    ['a value that was not sent', () => (operation(0).strokes = 9), /is not what was sent/],
    ['scores of one phone in another order', () => operations.reverse(), /before an earlier one/],
    ['a gap', () => log.splice(1, 1), /^a gap/],
    ['a missing revision', () => log.splice(1, 1), /misses revision 1/],
    ['a changed event', () => log.splice(0, 1, changed()), /chain of .* is broken/],
  ])('finds %s', (_, spoil, found) => {
    spoil();
    expect(checkHistory(operations, log)).toContainEqual(expect.stringMatching(found));
  });
});
