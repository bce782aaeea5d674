import type { PersonRef, ScoreTotals, UnverifiedRound } from '@fairmark/contract';
import { cardWords, countbackWords, dayWords, hasTies, moveWords, resultWords, shortDay } from './words.js';

const alex: PersonRef = { id: 'alex', fullName: 'Alex Tran' };
const bindi: PersonRef = { id: 'bindi', fullName: 'Bindi Walker' };

describe('what the Clubhouse says', () => {
  it('writes a day as the course has it, wherever the phone is', () => {
    expect(dayWords('2026-11-14')).toBe('Sat, 14 Nov 2026');
    expect(shortDay('2026-11-01')).toBe('1 Nov 2026');
  });

  it.each([
    [null, null],
    ['last9', 'Won on countback, last 9'],
    ['last6', 'Won on countback, last 6'],
    ['hole17', 'Won on countback, hole 17'],
  ])('names what decided a countback: %s', (decidedBy, text) => {
    const words = countbackWords(decidedBy === null ? null : { decidedBy });
    expect(words?.replace('\u00a0', ' ') ?? null).toBe(text);
  });

  it('explains ties only where there are some', () => {
    expect(hasTies([{ rankLabel: '1', countback: null }])).toBe(false);
    expect(hasTies([{ rankLabel: 'T1', countback: null }])).toBe(true);
    expect(hasTies([{ rankLabel: '1', countback: { decidedBy: 'last3' } }])).toBe(true);
  });

  it.each([
    ['STABLEFORD', '36 pts'],
    ['PAR', '+2'],
    ['STROKE', '71 nett'],
  ])('tells a round of %s by its own result', (matchType, text) => {
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
    expect(resultWords({ matchType, scoreTotals: totals })).toBe(text);
  });

  it.each<[Partial<UnverifiedRound>, string]>([
    [{ waitingFor: 'me' }, 'Waiting for your signature'],
    [{ waitingFor: 'player' }, 'Waiting for Alex Tran to enter every hole'],
    [{ waitingFor: 'marker' }, 'Waiting for Bindi Walker to sign'],
    [{ waitingFor: 'marker', completeByMarker: false }, 'Waiting for Bindi Walker to enter every hole'],
    [{ waitingFor: 'marker', marker: null }, 'Waiting for your marker to sign'],
  ])('says whose move it is: %o', (round, text) => {
    expect(moveWords({ waitingFor: 'me', player: alex, marker: bindi, completeByMarker: true, ...round })).toBe(text);
  });

  it('names whose card it is', () => {
    expect(cardWords({ player: alex }, 'alex')).toBe('Your card');
    expect(cardWords({ player: alex }, 'bindi')).toBe("Alex Tran's card");
  });
});
