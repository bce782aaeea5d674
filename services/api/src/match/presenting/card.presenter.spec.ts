import { LIMITS } from '@fairmark/contract';
import { eventsOfCard, presentHistory } from './card.presenter.js';
import { cleared, entered } from '@fairmark/events/testing/golfers';
import { entryId, recorded } from '@fairmark/events/testing/recorded';

test('lists every entry of one card in order: first, changed, cleared, No Score, by player and marker', () => {
  const events = recorded([
    entered('ann', 'PLAYER', 'ann', 1, 5),
    entered('ann', 'MARKER', 'ben', 1, 4),
    entered('ben', 'MARKER', 'ann', 1, 6),
    entered('ann', 'PLAYER', 'ann', 1, 4, entryId(0)),
    cleared('ann', 'PLAYER', 'ann', 1, entryId(3)),
    entered('ann', 'PLAYER', 'ann', 2, 'NS'),
  ]);
  const { entries } = presentHistory(eventsOfCard(events, 'ann'), new Map());
  const written = entries.map(({ entryId: id, enteredBy: by, holeNumber, side, strokes, noScore, replaces }) => {
    return [id, `${by.id} as ${side} on ${holeNumber}: ${noScore ? 'NS' : strokes}`, replaces];
  });
  expect(written).toEqual([
    [entryId(0), 'ann as PLAYER on 1: 5', null],
    [entryId(1), 'ben as MARKER on 1: 4', null],
    [entryId(3), 'ann as PLAYER on 1: 4', entryId(0)],
    [entryId(4), 'ann as PLAYER on 1: null', entryId(3)],
    [entryId(5), 'ann as PLAYER on 2: NS', null],
  ]);
});

test('leaves out the oldest entries beyond its limit, and counts them', () => {
  const many = recorded(Array.from({ length: LIMITS.cardHistoryMax + 3 }, () => entered('ann', 'PLAYER', 'ann', 1, 4)));
  const { entries, leftOut } = presentHistory(eventsOfCard(many, 'ann'), new Map());
  expect(leftOut).toBe(3);
  expect(entries).toHaveLength(LIMITS.cardHistoryMax);
  expect(entries[0]?.entryId).toBe(entryId(3));
});
