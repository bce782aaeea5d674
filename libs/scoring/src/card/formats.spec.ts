import { cardResults, cardTotals } from './card.js';
import { againstHandicap, FORMATS } from './formats.js';
import { HOLES, type CardEntry, type Format } from './types.js';

const FORMAT_NAMES = Object.keys(FORMATS) as Format[];
const holes = Array.from({ length: HOLES }, (_, i) => ({ par: 4, strokeIndex: i + 1 }));
const entries = (entry: CardEntry | null): (CardEntry | null)[] => Array.from({ length: HOLES }, () => entry);

describe('the formats', () => {
  it.each(FORMAT_NAMES)('%s: the total is the sum of the hole results that countback compares', (format) => {
    const card = { entries: entries({ strokes: 5, noScore: false }), holes, dailyHandicap: 9 };
    const sum = cardResults(card, format).reduce<number>((total, result) => total + (result ?? NaN), 0);
    const par = FORMATS[format].better === 'lower' ? 4 * HOLES : 0;
    expect(cardTotals({ ...card, format }).score).toBe(sum + par);
  });

  it.each([
    ['STROKE', null],
    ['STABLEFORD', 0],
    ['PAR', 0],
  ] as const)('%s: an empty card scores %s', (format, score) => {
    expect(cardTotals({ entries: entries(null), holes, dailyHandicap: 9, format }).score).toBe(score);
  });

  it.each(FORMAT_NAMES)('%s: nett par everywhere is played to handicap, a stroke less is one better', (format) => {
    const coursePar = 4 * HOLES;
    const bogeys = { entries: entries({ strokes: 5, noScore: false }), holes, dailyHandicap: 18 };
    const against = (card: typeof bogeys) => againstHandicap(format, { ...cardTotals({ ...card, format }), coursePar });
    expect(against(bogeys)).toBe(0);
    const better = bogeys.entries.with(6, { strokes: 4, noScore: false });
    expect(against({ ...bogeys, entries: better })).toBe(1);
    const worse = bogeys.entries.with(6, { strokes: 6, noScore: false });
    expect(against({ ...bogeys, entries: worse })).toBe(-1);
    expect(against({ ...bogeys, entries: bogeys.entries.with(6, null) })).toBeNull();
  });
});
