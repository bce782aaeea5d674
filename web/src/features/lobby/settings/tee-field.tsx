import type { Course, Gender, Tee } from '@fairmark/contract';
import { ChoiceGroup } from '../../../ui/fields/choice-group.js';
import { teeRating } from './tee-rating.js';

export interface TeeFieldProps {
  course: Pick<Course, 'tees' | 'slopeRatings'> | null;
  /** Selects the rating; undefined: not known yet. */
  gender: Gender | undefined;
  tee: Tee | null;
  onChange: (tee: Tee) => void;
}

/** The tees of the course with its own names; where a tee is not rated, the club's note. */
export function TeeField({ course, gender, tee, onChange }: TeeFieldProps) {
  return (
    <ChoiceGroup
      legend="Tee"
      columns="row"
      options={(course?.tees ?? []).map(({ tee: value, name }) => ({
        value,
        label: name ?? value,
        hint: hintOf(name === null ? undefined : value, teeRating(course, value, gender)?.ratingCopy),
      }))}
      value={tee}
      onChange={onChange}
      hint={course === null ? 'Choose a course to see its tees.' : undefined}
    />
  );
}

const hintOf = (kind: string | undefined, rating: string | undefined): string | undefined =>
  [kind, rating].filter(Boolean).join(' · ') || undefined;
