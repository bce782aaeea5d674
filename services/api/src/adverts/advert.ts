import { MESSAGES, type AdvertImage, type DefaultSponsor, type SponsorAd } from '@fairmark/contract';
import { AdvertRow, DefaultAdvertRow, type StoredAdvertImage } from '@fairmark/server';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A sponsor's advert of a course, active or not. */
export type Advert = Pick<AdvertRow, 'sponsorName' | 'text' | 'slot' | 'weekendSlot' | 'startsAt' | 'endsAt' | 'image'>;
export type DefaultAdvert = Pick<DefaultAdvertRow, 'text' | 'image'>;

export interface CourseAdverts {
  /** In the club's order; those that are not active may be among them. */
  adverts: readonly Advert[];
  /** Null: the course has none of its own. */
  defaultAdvert: DefaultAdvert | null;
}

/** A course by both of its names: ours, and the one that it has everywhere. */
export interface AdvertCourse {
  id: string;
  golflinkCourseId: string;
}

/** Where a course's adverts come from: our own tables, or a content service. */
export interface AdvertSource {
  ofCourse(course: AdvertCourse): Promise<CourseAdverts>;
}
export const ADVERT_SOURCE = Symbol('ADVERT_SOURCE');

/** Adverts from our own tables, as clubs import them. */
@Injectable()
export class TableAdverts implements AdvertSource {
  constructor(private readonly database: DataSource) {}

  async ofCourse({ id }: Pick<AdvertCourse, 'id'>): Promise<CourseAdverts> {
    const [adverts, defaultAdvert] = await Promise.all([
      // The import bounds how many a course has.
      this.database.getRepository(AdvertRow).find({ where: { courseId: id }, order: { place: 'ASC' } }),
      this.database.getRepository(DefaultAdvertRow).findOneBy({ courseId: id }),
    ]);
    return { adverts, defaultAdvert };
  }
}

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

/** Whether an advert is active at a moment: from its start on, and before its end. */
export function isActive({ startsAt, endsAt }: Pick<Advert, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}

/** Adverts with each slot once: it is that of the first who names it. Those without a slot left are left out. */
export function eachSlotOnce(adverts: readonly Advert[]): Advert[] {
  const taken = new Set<string>();
  const first = (kind: string, slot: number | null): number | null => {
    if (slot === null || taken.has(`${kind} ${slot}`)) return null;
    taken.add(`${kind} ${slot}`);
    return slot;
  };
  return adverts.flatMap((advert) => {
    const slot = first('hole', advert.slot);
    const weekendSlot = first('weekend', advert.weekendSlot);
    const lost = slot === null && weekendSlot === null && (advert.slot !== null || advert.weekendSlot !== null);
    return lost ? [] : [{ ...advert, slot, weekendSlot }];
  });
}
