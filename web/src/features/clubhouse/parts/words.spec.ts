import type { PersonRef, ScoreTotals, UnverifiedRound } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { cardWords, hasTies, moveWords } from './words.js';

const alex: PersonRef = { id: 'alex', fullName: 'Alex Tran' };
const bindi: PersonRef = { id: 'bindi', fullName: 'Bindi Walker' };

describe('what the Clubhouse says', () => {
  it('explains ties only where there are some', () => {
    expect(hasTies([{ rankLabel: '1', countback: null }])).toBe(false);
    expect(hasTies([{ rankLabel: 'T1', countback: null }])).toBe(true);
    expect(hasTies([{ rankLabel: '1', countback: { decidedBy: 'last3' } }])).toBe(true);
  });

  it.each([
    ['STABLEFORD', '36', 'pts'],
    ['PAR', '+2', 'par'],
    ['STROKE', '71', 'nett'],
  ] as const)('tells a round of %s by its own result', (matchType, text, unit) => {
    const none = { stableford: 0, par: 0, gross: null };
    const totals: ScoreTotals = {
      stableford: 36,
      par: 2,
      gross: 84,
      nett: 71,
      includesNoScore: false,
      thru: 18,
      out: none,
      in: none,
    };
    expect(FORMAT_WORDS[matchType].round(totals)).toBe(text);
    expect(FORMAT_WORDS[matchType].unit).toBe(unit);
  });

  it.each<[Partial<UnverifiedRound>, string]>([
    [{ waitingFor: 'me' }, 'Waiting for your signature'],
    [{ waitingFor: 'me', nextHole: 10 }, 'Waiting for you to enter every hole'],
    [{ waitingFor: 'player' }, 'Waiting for Alex Tran to enter every hole'],
    [{ waitingFor: 'marker' }, 'Waiting for Bindi Walker to sign'],
    [{ waitingFor: 'marker', completeByMarker: false }, 'Waiting for Bindi Walker to enter every hole'],
    [{ waitingFor: 'marker', marker: null }, 'Waiting for your marker to sign'],
  ])('says whose move it is: %o', (round, text) => {
    expect(
      moveWords({ waitingFor: 'me', player: alex, marker: bindi, completeByMarker: true, nextHole: null, ...round }),
    ).toBe(text);
  });

  it('names whose card it is', () => {
    expect(cardWords({ player: alex }, 'alex')).toBe('Your card');
    expect(cardWords({ player: alex }, 'bindi')).toBe("Alex Tran's card");
  });
});
