import { MESSAGES, type CourseAdvertsAnswer } from '@fairmark/contract';
import type { SponsorBannerProps } from './sponsor-banner.js';

/** What a course's adverts are chosen from. */
export type Adverts = Pick<CourseAdvertsAnswer, 'sponsors' | 'defaultSponsor'>;

/** What stands where nothing else was set, or can be had: the house's own line. */
export const HOUSE: SponsorBannerProps = { name: 'Fairmark', text: MESSAGES.houseAdvert };

/** What stands until it is known: a sponsor's place is not given to the house for a moment. */
const BLANK: SponsorBannerProps = { name: null };

/** Day of the week, 0 is Sunday, to the weekend slot that shows in the Clubhouse. */
const SATURDAY = 6;
const WEEKEND_SLOTS: Readonly<Record<number, number>> = { [SATURDAY]: 1, 0: 2 };

/** The advert of a hole, 1 to 18: the one that has its number as slot. Adverts: null for none to be had, undefined for not yet. */
export function advertOfHole(adverts: Adverts | null | undefined, holeNumber: number): SponsorBannerProps {
  return chosen(adverts, (ad) => ad.slot === holeNumber);
}

/**
 * The advert of a day in the Clubhouse: Monday to Friday slot 1 to 5, on Saturday and Sunday weekend slot 1 and 2.
 *
 * @param day the course's own date, YYYY-MM-DD: neither this phone's zone nor its clock has a say
 */
export function advertOfDay(adverts: Adverts | null | undefined, day: string | undefined): SponsorBannerProps {
  if (day === undefined) return BLANK;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const weekendSlot = WEEKEND_SLOTS[weekday];
  return chosen(adverts, (ad) => (weekendSlot === undefined ? ad.slot === weekday : ad.weekendSlot === weekendSlot));
}

function chosen(
  adverts: Adverts | null | undefined,
  has: (ad: Adverts['sponsors'][number]) => boolean,
): SponsorBannerProps {
  if (adverts === undefined) return BLANK;
  if (adverts === null) return HOUSE;
  const ad = adverts.sponsors.find(has);
  if (ad !== undefined) return { name: ad.sponsorName, text: ad.text, image: ad.image };
  const { text, image } = adverts.defaultSponsor;
  const isHouse = image === null && (text === '' || text === HOUSE.text);
  return isHouse ? HOUSE : { name: null, text, image };
}
