import type { Course, CourseRating, Gender, Tee } from '@fairmark/contract';
import { joinWords } from '../../../text/words.js';
import { ChoiceGroup } from '../../../ui/fields/choice-group.js';

type Rated = Pick<Course, 'slopeRatings'>;

export interface TeeFieldProps {
  course: (Rated & Pick<Course, 'tees'>) | null;
  /** Selects the rating; undefined: not known yet. */
  gender: Gender | undefined;
  tee: Tee | null;
  onChange: (tee: Tee) => void;
}

/** The tees of the course with its own names and colours; where a tee is not rated, the club's note. */
export function TeeField({ course, gender, tee, onChange }: TeeFieldProps) {
  return (
    <ChoiceGroup
      legend="Tee"
      columns="row"
      options={(course?.tees ?? []).map(({ tee: value, name, colour }) => ({
        value,
        label: name ?? value,
        swatch: colour,
        hint: joinWords([name === null ? '' : value, teeRating(course, value, gender)?.ratingCopy ?? '']) || undefined,
      }))}
      value={tee}
      onChange={onChange}
      hint={course === null ? 'Choose a course to see its tees.' : undefined}
    />
  );
}

/**
 * The slope rating for a golfer's daily handicap from a tee, or the club's note in its place; undefined if there is
 * neither, or the gender is unknown. Pro tees use the championship ratings; women use the men's if they have none.
 */
export function teeRating(course: Rated | null, tee: Tee, gender: Gender | undefined): CourseRating | undefined {
  const ofTee = course?.slopeRatings.filter((one) => (one.tee === 'Standard') === (tee === 'Standard')) ?? [];
  const own = ofTee.find((one) => one.gender === gender);
  return own ?? (tee === 'Standard' || gender !== 'FEMALE' ? undefined : ofTee[0]);
}
