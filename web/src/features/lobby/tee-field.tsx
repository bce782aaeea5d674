import type { Course, TeeKind } from '@fairmark/contract';
import { ChoiceGroup } from '../../ui/choice-group.js';

export interface TeeFieldProps {
  course: Course | null;
  tee: TeeKind | null;
  onChange: (tee: TeeKind) => void;
}

/** The tees of the course by its own names for them. */
export function TeeField({ course, tee, onChange }: TeeFieldProps) {
  return (
    <ChoiceGroup
      legend="Tee"
      options={(course?.tees ?? []).map(({ tee: value, name }) => ({
        value,
        label: name ?? value,
        hint: name === null ? undefined : value,
      }))}
      value={tee}
      onChange={onChange}
      hint={course === null ? 'Choose a course to see its tees.' : undefined}
    />
  );
}
