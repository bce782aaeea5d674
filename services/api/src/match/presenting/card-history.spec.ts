import { LIMITS } from '@fairmark/contract';
import { eventsOfCard, presentHistory } from './card-history.js';
import { entered } from '@fairmark/events/testing/golfers';
import { entryId, recorded } from '@fairmark/events/testing/recorded';

test('leaves out the oldest entries beyond its limit, and counts them', () => {
  const many = recorded(Array.from({ length: LIMITS.cardHistoryMax + 3 }, () => entered('ann', 'PLAYER', 'ann', 1, 4)));
  const { entries, leftOut } = presentHistory(eventsOfCard(many, 'ann'), new Map());
  expect(leftOut).toBe(3);
  expect(entries).toHaveLength(LIMITS.cardHistoryMax);
  expect(entries[0]?.entryId).toBe(entryId(3));
});
