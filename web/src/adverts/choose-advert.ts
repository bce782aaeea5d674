import { MESSAGES, type CourseAdvertsAnswer, type SponsorAd } from '@fairmark/contract';
import type { SponsorBannerProps } from './sponsor-banner.js';

/** The adverts of a course to choose from. */
export type Adverts = Pick<CourseAdvertsAnswer, 'sponsors' | 'defaultSponsor'>;

/** The house advert, shown when a course has no adverts or they could not be loaded. */
export const HOUSE: SponsorBannerProps = { name: 'Fairmark', text: MESSAGES.houseAdvert };

/** Shown until the adverts are loaded, so that the house advert does not flash in a sponsor's place. */
const BLANK: SponsorBannerProps = { name: null };

/** Maps a day of the week (0 is Sunday) to the weekend slot shown in the Clubhouse. */
const SATURDAY = 6;
const WEEKEND_SLOTS: Readonly<Record<number, number>> = { [SATURDAY]: 1, 0: 2 };

/** The advert for hole 1 to 18, by slot. `adverts`: undefined while loading, null if they could not be loaded. */
export function advertOfHole(adverts: Adverts | null | undefined, holeNumber: number): SponsorBannerProps {
  return chosen(adverts, (ad) => ad.slot === holeNumber);
}

/** The advert of a day at the course (YYYY-MM-DD): slots 1 to 5 from Monday to Friday, weekend slots 1 and 2. */
export function advertOfDay(adverts: Adverts | null | undefined, day: string | undefined): SponsorBannerProps {
  if (day === undefined) return BLANK;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const weekendSlot = WEEKEND_SLOTS[weekday];
  return chosen(adverts, (ad) => (weekendSlot === undefined ? ad.slot === weekday : ad.weekendSlot === weekendSlot));
}

function chosen(adverts: Adverts | null | undefined, has: (ad: SponsorAd) => boolean): SponsorBannerProps {
  if (adverts === undefined) return BLANK;
  if (adverts === null) return HOUSE;
  const ad = adverts.sponsors.find(has);
  if (ad !== undefined) return { name: ad.sponsorName, text: ad.text, image: ad.image };
  const { text, image } = adverts.defaultSponsor;
  const isHouse = image === null && (text === '' || text === HOUSE.text);
  return isHouse ? HOUSE : { name: null, text, image };
}
