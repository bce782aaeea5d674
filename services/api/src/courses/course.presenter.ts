import { type Course, type CourseRef, LIMITS } from '@fairmark/contract';
import type { CourseRow } from '@fairmark/server';
import { HANDICAP_ALLOWANCE } from '@fairmark/scoring';

/** A course as the wire names it. */
export function presentCourse(course: CourseRow): Course {
  return {
    ...presentCourseRef(course),
    state: course.state,
    image: course.image,
    tees: course.tees,
    holes: LIMITS.holes,
    holesList: course.holes.map((hole) => ({ ...hole, ladies_standard: hole.ladiesStandard })),
    golflinkCourseId: course.golflinkCourseId,
    handicapModifier: HANDICAP_ALLOWANCE,
    slopeRatings: course.slopeRatings,
    scratchRatings: course.scratchRatings,
    parRatings: course.parRatings,
  };
}

export function presentCourseRef({ id, name, clubName, courseName }: CourseRef): CourseRef {
  return { id, name, clubName, courseName };
}
