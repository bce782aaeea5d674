import type { AdvertRow, DefaultAdvertRow } from '@fairmark/server';

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
