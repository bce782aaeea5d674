import { MESSAGES } from '@fairmark/contract';
import { advertOfDay, advertOfHole, HOUSE, type Adverts } from './choose-advert.js';
import { PICTURE, sponsorAd as ad } from './testing/sponsors.js';

const WEEK: Adverts = {
  sponsors: [
    ...[1, 2, 3, 4, 5, 18].map((slot) => ad(`Slot ${slot}`, { slot })),
    ad('Saturday', { weekendSlot: 1, image: PICTURE }),
    ad('Sunday', { slot: 7, weekendSlot: 2 }),
  ],
  defaultSponsor: { text: 'Room for your sign', image: PICTURE },
};
const DEFAULT = { name: null, text: 'Room for your sign', image: PICTURE };

describe('the advert of a hole', () => {
  it.each([
    [7, 'Sunday'],
    [18, 'Slot 18'],
  ])('is the one in slot %i', (hole, name) => {
    expect(advertOfHole(WEEK, hole)).toEqual({ name, text: `Words of ${name}`, image: null });
  });

  it('is the default when no advert has its slot; a weekend slot does not count', () => {
    expect(advertOfHole(WEEK, 6)).toEqual(DEFAULT);
    expect(advertOfHole({ ...WEEK, sponsors: [ad('Saturday', { weekendSlot: 1 })] }, 1)).toEqual(DEFAULT);
  });

  it('is the house advert when none can be loaded or the default has no text of its own, and empty until then', () => {
    expect(advertOfHole(undefined, 1)).toEqual({ name: null });
    expect(advertOfHole(null, 1)).toBe(HOUSE);
    for (const text of ['', MESSAGES.houseAdvert]) {
      expect(advertOfHole({ sponsors: [], defaultSponsor: { text, image: null } }, 1)).toBe(HOUSE);
    }
  });
});

describe('the advert of a day in the Clubhouse', () => {
  it.each([
    ['2026-11-16', 'Slot 1'],
    ['2026-11-21', 'Saturday'],
    // Clocks go forward on the first Sunday of October and back on that of April, but not in every state.
    ['2026-10-04', 'Sunday'],
    ['2027-04-04', 'Sunday'],
    ['2027-01-01', 'Slot 5'],
  ])('on %s is the one of its weekday', (day, name) => {
    expect(advertOfDay(WEEK, day).name).toBe(name);
  });

  it('is the default on a day without an advert, even if a hole has that slot', () => {
    const weekdays = { ...WEEK, sponsors: WEEK.sponsors.filter(({ weekendSlot }) => weekendSlot === null) };
    expect(advertOfDay(weekdays, '2026-11-21')).toEqual(DEFAULT);
    expect(advertOfDay(weekdays, '2026-11-22')).toEqual(DEFAULT);
  });

  it('is empty until the day is known', () => {
    expect(advertOfDay(WEEK, undefined)).toEqual({ name: null });
  });
});
