import { MATCH_SCHEMA_VERSIONS, seal, tailOf, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { MemoryEventStore } from '@fairmark/event-store';
import { randomUUID } from 'node:crypto';
import { checkHistory } from './checker.js';
import type { Operation } from './history.js';

/** The checker itself: it has to find each kind of wrong that the faults could do. */
describe('the checker of histories', () => {
  const matchId = randomUUID();
  let log: RecordedEvent[];
  let operations: Operation[];

  beforeEach(async () => {
    const store = new MemoryEventStore();
    operations = [];
    for (const [index, strokes] of [4, 5, 3].entries()) {
      const tail = (await store.readStream(`match-${matchId}`)).at(-1);
      const commandId = randomUUID();
      const scored: MatchEvent = {
        type: 'HoleScored',
        data: {
          userId: 'ann',
          side: 'PLAYER',
          enteredBy: 'ann',
          holeNumber: index + 1,
          strokes,
          noScore: false,
          replaces: null,
        },
      };
      const events = seal({
        stream: `match-${matchId}`,
        tail: tail === undefined ? null : tailOf(tail),
        events: [scored],
        schemaVersions: MATCH_SCHEMA_VERSIONS,
        command: {
          commandId,
          fingerprint: '',
          actorId: 'ann',
          deviceId: null,
          correlationId: commandId,
          occurredAt: null,
        },
        now: new Date(1_760_000_000_000 + index).toISOString(),
      });
      await store.append(`match-${matchId}`, tail?.revision ?? 'no-stream', events);
      operations.push({
        key: commandId,
        actor: 'ann',
        matchId,
        userId: 'ann',
        holeNumber: index + 1,
        strokes,
        result: 'acknowledged',
        attempts: 1,
        entryId: events[0]?.id,
      });
    }
    log = await store.readAll(null);
  });

  const operation = (index: number): Operation => operations[index] as Operation;

  it('finds nothing wrong where all is well', () => {
    expect(checkHistory(operations, log)).toEqual([]);
  });

  it('lets an unknown score be there or not', () => {
    operation(2).result = 'unknown';
    expect(checkHistory(operations, log)).toEqual([]);
    expect(checkHistory(operations, log.slice(0, 2))).toEqual([]);
  });

  it('finds a lost score', () => {
    expect(checkHistory(operations, log.slice(0, 2))).toEqual([expect.stringMatching(/^lost/)]);
  });

  it('finds a score that was refused and is there all the same', () => {
    operation(1).result = 'refused';
    expect(checkHistory(operations, log)).toEqual([expect.stringMatching(/^never sent/)]);
  });

  it('finds a score that stands twice', () => {
    const last = log[2] as RecordedEvent;
    const twice = { ...last, id: randomUUID(), revision: last.revision + 1n, position: last.position + 1n };
    expect(checkHistory(operations, [...log, twice])).toContainEqual(expect.stringMatching(/^never sent/));
  });

  it('finds another value than was sent', () => {
    operation(0).strokes = 9;
    expect(checkHistory(operations, log)).toContainEqual(expect.stringMatching(/is not what was sent/));
  });

  it('finds scores of one phone in another order', () => {
    operations.reverse();
    expect(checkHistory(operations, log)).toContainEqual(expect.stringMatching(/before an earlier one/));
  });

  it('finds a gap, a missing revision and a changed event', () => {
    const [first, , third] = log as [RecordedEvent, RecordedEvent, RecordedEvent];
    expect(checkHistory([], [first, third])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^a gap/), expect.stringMatching(/misses revision 1/)]),
    );
    const changed = { ...first, data: { ...(first.data as object), strokes: 1 } };
    expect(checkHistory([], [changed])).toContainEqual(expect.stringMatching(/chain of .* is broken/));
  });
});
