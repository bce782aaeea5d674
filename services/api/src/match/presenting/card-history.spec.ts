import { LIMITS } from '@fairmark/contract';
import type { MatchEvent, RecordedEvent } from '@fairmark/events';
import { eventsOfCard, presentHistory, writerOf } from './card-history.js';
import { cleared, entered, reopened, signed } from '@fairmark/events/testing/golfers';

const recorded = (events: readonly MatchEvent[]): RecordedEvent[] =>
  events.map((event, index) => ({
    ...event,
    id: `e${index + 1}`,
    stream: 'match-1',
    revision: BigInt(index),
    position: BigInt(index),
    metadata: {
      commandId: 'c',
      fingerprint: 'f',
      actorId: 'ann',
      deviceId: null,
      correlationId: 'r',
      recordedAt: '2026-05-01T00:00:00.000Z',
      occurredAt: null,
      schemaVersion: 1,
      prevHash: null,
      hash: 'h',
    },
  }));

test('takes the events of one card and names everybody who wrote on it', () => {
  const events = recorded([
    entered('ann', 'PLAYER', 'ann', 1, 4),
    entered('ben', 'MARKER', 'ann', 1, 5),
    entered('ann', 'MARKER', 'cat', 1, 4),
    cleared('ann', 'MARKER', 'dan', 1, 'e3'),
    signed('ann', 'PLAYER', 'ann', 'hash'),
    reopened('ann', 'eve'),
  ]);
  const card = eventsOfCard(events, 'ann');
  expect(card.map(({ id }) => id)).toEqual(['e1', 'e3', 'e4', 'e5', 'e6']);
  expect([...new Set(card.map(writerOf))]).toEqual(['ann', 'cat', 'dan', 'eve']);
  expect(eventsOfCard(events, 'zoe')).toEqual([]);
});

test('leaves the oldest out beyond its limit, and says how many', () => {
  const many = recorded(Array.from({ length: LIMITS.cardHistoryMax + 3 }, () => entered('ann', 'PLAYER', 'ann', 1, 4)));
  const { entries, leftOut } = presentHistory(eventsOfCard(many, 'ann'), new Map());
  expect(leftOut).toBe(3);
  expect(entries).toHaveLength(LIMITS.cardHistoryMax);
  expect(entries[0]?.entryId).toBe('e4');
});
