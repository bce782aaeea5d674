import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { advertsQuery } from '../api/adverts.js';
import { whenIdle } from '../api/when-idle.js';
import { SponsorBanner } from './sponsor-banner.js';
import { advertOfDay, advertOfHole, type Adverts } from './choose-advert.js';

interface HoleAdvertProps {
  courseId: string;
  /** 1 to 18. */
  holeNumber: number;
}

/** The advert of a hole that is scored. */
export const HoleAdvert = memo(function HoleAdvert({ courseId, holeNumber }: HoleAdvertProps) {
  return <SponsorBanner {...advertOfHole(useAdverts(courseId, true), holeNumber)} />;
});

interface DayAdvertProps {
  courseId: string;
  /** The course's own date as the results have it, YYYY-MM-DD; undefined until they have come. */
  day: string | undefined;
}

/** The advert of the day beside a course's results in the Clubhouse. */
export const DayAdvert = memo(function DayAdvert({ courseId, day }: DayAdvertProps) {
  return <SponsorBanner {...advertOfDay(useAdverts(courseId, day !== undefined), day)} />;
});

/** Undefined until they have come; null: they can not be had now. Not asked for before the page stands and the phone has nothing else to do. */
function useAdverts(courseId: string, pageStands: boolean): Adverts | null | undefined {
  const [idle, setIdle] = useState(false);
  useEffect(() => (pageStands ? whenIdle(() => setIdle(true)) : undefined), [pageStands]);
  const { data, isError } = useQuery({ ...advertsQuery(courseId), enabled: pageStands && idle });
  return data ?? (isError ? null : undefined);
}
