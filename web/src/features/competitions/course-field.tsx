import type { CourseRef } from '@fairmark/contract';
import { useId, useRef, useState } from 'react';
import type { Bound } from '../../form/bound.js';
import { Button } from '../../ui/button.js';
import { FieldNotes, noteIds } from '../../ui/fields/field.js';
import { Note } from '../../ui/page-parts.js';
import { Field } from './parts/page-parts.js';
import { CourseSearch } from '../../shared/course-search.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';

/** The course of a competition, chosen in a sheet. */
export function CourseField({ value, set, leave, error }: Bound<CourseRef | null>) {
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

/** The search for the course of a competition. */
export function FindCourse({ open, onOpenChange, onChoose }: OpenState & { onChoose: (course: CourseRef) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Choose a course" size="tall" initialFocus={field}>
      <CourseSearch
        text={text}
        onTextChange={setText}
        value={null}
        onSelect={(chosen) => {
          if (chosen === null) return;
          const { id, name, clubName, courseName } = chosen;
          onChoose({ id, name, clubName, courseName });
          setText('');
        }}
        inputRef={field}
      />
    </Sheet>
  );
}
