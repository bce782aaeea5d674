import type { SponsorAd } from '@fairmark/contract';

export const PICTURE = {
  url: '/adverts/bag-320.webp',
  alt: 'A bag',
  srcSet: '/adverts/bag-320.webp 320w, /adverts/bag-640.webp 640w',
};

/** A sponsor's advert at Harrow Point: in no slot, and without a picture. */
export const sponsorAd = (sponsorName: string, more: Partial<SponsorAd> = {}): SponsorAd => ({
  sponsorName,
  sponsoringCourse: 'harrow',
  slot: null,
  weekendSlot: null,
  text: `Words of ${sponsorName}`,
  image: null,
  ...more,
});
