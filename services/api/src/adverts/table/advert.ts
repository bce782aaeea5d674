import type { StoredAdvertImage } from '@fairmark/server';

export interface Advert {
  sponsorName: string;
  text: string;
  /** 1 to 18, or none. */
  slot: number | null;
  /** 1 (Saturday), 2 (Sunday), or none. */
  weekendSlot: number | null;
  /** Active from this moment on; null: since ever. */
  startsAt: Date | null;
  /** Not active any more at this moment; null: for ever. */
  endsAt: Date | null;
  image: StoredAdvertImage | null;
}

/** What a course shows where no advert has the slot. */
export interface DefaultAdvert {
  text: string;
  image: StoredAdvertImage | null;
}

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
