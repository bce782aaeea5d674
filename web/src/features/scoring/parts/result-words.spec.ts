import type { Format } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { cardRows } from '../card/card-rows.js';
import { differenceOf, myEntry, scoringCards } from './cards.js';
import { differenceText, headline, markersStrokesText, spokenEntry } from './result-words.js';
import { aMatch, type Written } from '../testing/a-match.js';

function mine(format: Format, player: Written[], { daily = 18, marker = [] as Written[] } = {}) {
  const [card] = scoringCards(
    aMatch(
      'me',
      [
        { id: 'me', name: 'Sam Reid', daily, player, marker, markedBy: 'alex' },
        { id: 'alex', name: 'Alex Kerr', markedBy: 'me' },
      ],
      format,
    ),
    'me',
  );
  if (card === undefined) throw new Error('my card');
  return card;
}

describe('the words of a result (par 4, one stroke received)', () => {
  it.each<[Format, Written, string]>([
    ['STABLEFORD', 3, 'Birdie, 4 points'],
    ['STABLEFORD', 6, 'Double bogey, 1 point'],
    ['STABLEFORD', 9, '+5, 0 points'],
    ['STABLEFORD', 'NS', 'No Score, 0 points'],
    ['PAR', 4, 'Par, +'],
    ['PAR', 5, 'Bogey, 0'],
    ['PAR', 6, 'Double bogey, −'],
    ['PAR', 'NS', 'No Score, −'],
    ['STROKE', 4, 'Par, nett 3'],
    ['STROKE', 1, 'Hole in one, nett 0'],
  ])('%s: %s is "%s"', (format, written, text) => {
    const entry = myEntry(mine(format, [written]), 1);
    if (entry === null) throw new Error('an entry');
    expect(headline({ entry, format, par: 4, strokesReceived: 1 })).toBe(text);
  });

  it.each<[Format, CardEntry | null, string]>([
    ['STABLEFORD', { strokes: 4, noScore: false }, '4, par, 3 points. Saved on this phone.'],
    ['STABLEFORD', { strokes: null, noScore: true }, 'No Score, 0 points. Saved on this phone.'],
    ['PAR', { strokes: 4, noScore: false }, '4, par, plus. Saved on this phone.'],
    ['PAR', { strokes: 5, noScore: false }, '5, bogey, square. Saved on this phone.'],
    ['PAR', { strokes: null, noScore: true }, 'No Score, minus. Saved on this phone.'],
    ['STROKE', { strokes: 14, noScore: false }, '14, +10, nett 13. Saved on this phone.'],
    ['STABLEFORD', null, 'cleared. Saved on this phone.'],
  ])('%s %j is said as "%s"', (format, value, text) => {
    expect(spokenEntry(mine(format, []), 1, value, format)).toBe(text);
    const alexs = { ...mine(format, []), isMine: false, fullName: 'Alex Kerr' };
    expect(spokenEntry(alexs, 1, value, format)).toBe(`Alex, ${text}`);
  });
});

describe('the words of a difference', () => {
  it('name both values and who has them', () => {
    const card = mine('STABLEFORD', [5, 'NS'], { marker: [4, 5] });
    const told = [1, 2].map((hole) => {
      const difference = differenceOf(card, hole);
      return difference && differenceText(difference, 'me');
    });
    expect(told).toEqual(['You have 5, Alex has 4', 'You have No Score, Alex has 5']);
  });

  it('say whose strokes the card shows when the result is the same', () => {
    const difference = differenceOf(mine('STABLEFORD', [8], { marker: [9] }), 1);
    if (difference === null) throw new Error('a difference');
    expect(markersStrokesText(mine('STABLEFORD', []), difference)).toBe(
      "Same result. Your card will show the marker's 9",
    );
    const kept = { ...mine('STABLEFORD', []), isMine: false, fullName: 'Alex Kerr' };
    expect(markersStrokesText(kept, difference)).toBe("Same result. Alex's card will show your 8");
  });
});

describe('the card beside the hole', () => {
  it.each<[Format, { scores: string[]; strokes: number; out: string; total: string }]>([
    ['STABLEFORD', { scores: ['3', '0', ''], strokes: 11, out: '3', total: '3' }],
    ['PAR', { scores: ['+', '−', ''], strokes: 11, out: '0', total: '0' }],
  ])('adds up what I entered: %s', (format, { scores, strokes, out, total }) => {
    const { nines, totals } = cardRows(mine(format, [4, 'NS']), format, new Set([2]));
    expect(nines[0].holes.slice(0, 3).map(({ score }) => score)).toEqual(scores);
    expect(nines[0].total).toMatchObject({ label: 'Out', par: 36, strokes, score: out });
    expect(nines[1].total).toMatchObject({ label: 'In', par: 36, strokes: '', score: '' });
    expect(nines[0].holes.map(({ waiting }) => waiting).slice(0, 3)).toEqual([false, true, false]);
    expect(FORMAT_WORDS[format].totalOf(totals)).toBe(total);
  });

  it('adds up gross and nett in stroke play', () => {
    const { nines, totals } = cardRows(mine('STROKE', Array<number>(18).fill(5)), 'STROKE', new Set());
    expect([nines[0].total.strokes, nines[0].total.score, nines[1].total.score]).toEqual([45, '36', '36']);
    expect([FORMAT_WORDS.STROKE.totalOf(totals), totals.nett]).toEqual(['90', 72]);
  });

  it('has no strokes while nothing is entered', () => {
    const { totals } = cardRows(mine('STROKE', []), 'STROKE', new Set());
    expect([totals.thru, FORMAT_WORDS.STROKE.totalOf(totals)]).toEqual([0, null]);
  });
});
