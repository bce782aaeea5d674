import { MESSAGES, type AdvertImage, type DefaultSponsor, type SponsorAd } from '@fairmark/contract';
import type { StoredAdvertImage } from '@fairmark/server';
import { eachSlotOnce, isActive, type CourseAdverts } from './advert.js';

/** Where pictures are, an id behind it. */
export const PICTURE_ADDRESS = '/api/adverts/pictures/';

/** The adverts of a course that are active now, each slot once, and what stands where none has its slot. */
export function presentAdverts(
  courseId: string,
  { adverts, defaultAdvert }: CourseAdverts,
  now: Date,
): { sponsors: SponsorAd[]; defaultSponsor: DefaultSponsor } {
  const active = eachSlotOnce(adverts.filter((advert) => isActive(advert, now)));
  return {
    sponsors: active.map(({ sponsorName, slot, weekendSlot, text, image }) => ({
      sponsorName,
      sponsoringCourse: courseId,
      slot,
      weekendSlot,
      text,
      image: presentImage(image),
    })),
    defaultSponsor: {
      text: defaultAdvert?.text ?? MESSAGES.houseAdvert,
      image: presentImage(defaultAdvert?.image ?? null),
    },
  };
}

/** Sizes go from small to large; browsers without `srcset` get the middle one. */
function presentImage(image: StoredAdvertImage | null): AdvertImage | null {
  const middle = image?.sizes[Math.floor((image.sizes.length - 1) / 2)];
  if (image === null || middle === undefined) return null;
  return {
    url: PICTURE_ADDRESS + middle.id,
    alt: image.alt,
    srcSet: image.sizes.map(({ id, width }) => `${PICTURE_ADDRESS}${id} ${width}w`).join(', '),
  };
}
