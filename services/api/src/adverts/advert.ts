import { MESSAGES, type AdvertImage, type Course, type DefaultSponsor, type SponsorAd } from '@fairmark/contract';
import { AdvertRow, DefaultAdvertRow, type StoredAdvertImage } from '@fairmark/server/database/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A sponsor's advert of a course, active or not. */
export type Advert = Pick<AdvertRow, 'sponsorName' | 'text' | 'slot' | 'weekendSlot' | 'startsAt' | 'endsAt' | 'image'>;

export interface CourseAdverts {
  /** In the club's order; may include inactive ones. */
  adverts: readonly Advert[];
  /** Null if the course has none. */
  defaultAdvert: Pick<DefaultAdvertRow, 'text' | 'image'> | null;
}

/** A course by our id and by its national number. */
export type AdvertCourse = Pick<Course, 'id' | 'golflinkCourseId'>;

/** Provides a course's adverts: from our own tables or a content service. */
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
      // The import limits how many a course has.
      this.database.getRepository(AdvertRow).find({ where: { courseId: id }, order: { place: 'ASC' } }),
      this.database.getRepository(DefaultAdvertRow).findOneBy({ courseId: id }),
    ]);
    return { adverts, defaultAdvert };
  }
}

/** URL prefix of pictures; an id follows. */
export const PICTURE_ADDRESS = '/api/adverts/pictures/';

/** A course's active adverts, each slot used once, and the advert that fills empty slots. */
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

/** Sizes are in ascending order; browsers without `srcset` get the middle one. */
function presentImage(image: StoredAdvertImage | null): AdvertImage | null {
  const middle = image?.sizes[Math.floor((image.sizes.length - 1) / 2)];
  if (image === null || middle === undefined) return null;
  return {
    url: PICTURE_ADDRESS + middle.id,
    alt: image.alt,
    srcSet: image.sizes.map(({ id, width }) => `${PICTURE_ADDRESS}${id} ${width}w`).join(', '),
  };
}

/** Whether an advert is active: its start is inclusive, its end exclusive. */
export function isActive({ startsAt, endsAt }: Pick<Advert, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}

/** Gives each slot to the first advert that names it, and drops adverts that lose all their slots. */
function eachSlotOnce(adverts: readonly Advert[]): Advert[] {
  return adverts.flatMap((advert) => {
    const won = (kind: 'slot' | 'weekendSlot'): number | null =>
      adverts.find((other) => other[kind] === advert[kind]) === advert ? advert[kind] : null;
    const [slot, weekendSlot] = [won('slot'), won('weekendSlot')];
    const lost = slot === null && weekendSlot === null && (advert.slot !== null || advert.weekendSlot !== null);
    return lost ? [] : [{ ...advert, slot, weekendSlot }];
  });
}
