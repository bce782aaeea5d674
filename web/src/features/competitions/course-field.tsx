import type { CourseRef } from '@fairmark/contract';
import { useId, useState, type ReactNode } from 'react';
import type { Bound } from '../../form/bound.js';
import { Button } from '../../ui/button.js';
import { FieldNotes, noteIds } from '../../ui/fields/field.js';
import { Note } from '../../ui/page-parts.js';
import { FindCourse } from './find-course.js';
import { Field } from './parts/page-parts.js';

/** The course of a competition, chosen in a sheet. */
export function CourseField({ value, set, leave, error }: Bound<CourseRef | null>): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next && value === null) leave();
  };
  return (
    <Field role="group" aria-labelledby={`${id}-label`} aria-describedby={noteIds(id, { error })}>
      <h2 id={`${id}-label`}>Course</h2>
      {value !== null && (
        <p>
          <strong>{value.name}</strong>
          <Note>{value.clubName}</Note>
        </p>
      )}
      <Button kind="secondary" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {value === null ? 'Choose a course' : 'Change course'}
      </Button>
      <FieldNotes id={id} error={error} />
      <FindCourse
        open={open}
        onOpenChange={change}
        onChoose={(course) => {
          set(course);
          setOpen(false);
        }}
      />
    </Field>
  );
}
