import { cardTotals } from './card.js';
import { againstHandicap } from './formats.js';
import { FORMAT_NAMES, HOLES, type CardEntry } from './types.js';

const holes = Array.from({ length: HOLES }, (_, i) => ({ par: 4, strokeIndex: i + 1 }));

it.each(FORMAT_NAMES)(
  'the format %s: nett par everywhere is played to handicap, a stroke less is one better',
  (format) => {
    const coursePar = 4 * HOLES;
    const entries = holes.map((): CardEntry | null => ({ strokes: 5, noScore: false }));
    const bogeys = { entries, holes, dailyHandicap: 18 };
    const against = (card: typeof bogeys) => againstHandicap(format, { ...cardTotals(card), coursePar });
    expect(against(bogeys)).toBe(0);
    const better = bogeys.entries.with(6, { strokes: 4, noScore: false });
    expect(against({ ...bogeys, entries: better })).toBe(1);
    const worse = bogeys.entries.with(6, { strokes: 6, noScore: false });
    expect(against({ ...bogeys, entries: worse })).toBe(-1);
    expect(against({ ...bogeys, entries: bogeys.entries.with(6, null) })).toBeNull();
  },
);
