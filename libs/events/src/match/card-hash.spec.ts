import { cardHash } from './card-hash.js';
import { A, B, MATCH_EXAMPLES, MATCH_ID } from '../testing/event-examples.js';

type SignedMatch = Parameters<typeof cardHash>[0];
type SignedCard = Parameters<typeof cardHash>[1];

const entry = (strokes: number | null) => ({ strokes, noScore: strokes === null });

const MATCH: SignedMatch = { matchId: MATCH_ID, matchType: 'STABLEFORD', tee: 'Standard' };
const CARD: SignedCard = {
  userId: A,
  settings: MATCH_EXAMPLES.HandicapSet.settings,
  marker: Array.from({ length: 18 }, (_, i) => entry(i === 6 ? null : 4)),
};
const withHole = (hole: number, entered: SignedCard['marker'][number]): SignedCard => ({
  ...CARD,
  marker: CARD.marker.with(hole - 1, entered),
});

describe('cardHash', () => {
  it('never changes: recorded signatures depend on it', () => {
    // sha256sum of the text that the docstring describes, computed without this code.
    expect(cardHash(MATCH, CARD)).toBe('2593497069f2a5a37b457e70cff4f2778e5c1592105789143145901f889d2b6c');
  });

  it('does not depend on who entered the scores, or when', () => {
    const again = { ...entry(4), entryId: 'another', enteredBy: A, recordedAt: '2026-11-20T21:00:00.000Z' };
    expect(cardHash(MATCH, withHole(1, again))).toBe(cardHash(MATCH, CARD));
  });

  it.each<[string, SignedMatch, SignedCard]>([
    ['match', { ...MATCH, matchId: 'another' }, CARD],
    ['format', { ...MATCH, matchType: 'PAR' }, CARD],
    ['tee', { ...MATCH, tee: 'Pro' }, CARD],
    ['player', MATCH, { ...CARD, userId: B }],
    ['daily handicap', MATCH, { ...CARD, settings: { ...CARD.settings, dailyHandicap: 12 } }],
    ['score', MATCH, withHole(18, entry(5))],
    ['No Score for strokes', MATCH, withHole(18, entry(null))],
    ['strokes for a No Score', MATCH, withHole(7, entry(8))],
  ])('changes with another %s', (_what, match, card) => {
    expect(cardHash(match, card)).not.toBe(cardHash(MATCH, CARD));
  });

  it('differs for the same score on different holes', () => {
    expect(cardHash(MATCH, withHole(1, entry(5)))).not.toBe(cardHash(MATCH, withHole(2, entry(5))));
  });

  it('refuses a card whose marker’s side is incomplete', () => {
    expect(() => cardHash(MATCH, withHole(9, null))).toThrow('hole 9');
  });
});
