import { LIMITS, type Course, type CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/errors.js';
import { coursesQuery } from '../../api/lookups.js';
import { useDebounced } from '../../api/use-debounced.js';
import { paths } from '../../app/paths.js';
import { useBound } from '../../form/bound.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/dialogs.js';
import { FieldNotes, noteIds } from '../../ui/field.js';
import { SearchSelect } from '../../ui/search-select.js';
import { Field, Note } from './page-parts.js';

/** The course of the form around it, chosen in a sheet. */
export function CourseInput(): ReactNode {
  const { value, set, leave, error } = useBound<CourseRef | null>('course');
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
      <CourseSheet
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

interface CourseSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (course: CourseRef) => void;
}

function CourseSheet({ open, onOpenChange, onChoose }: CourseSheetProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const sought = useDebounced(text.trim(), LIMITS.searchDebounceMs).slice(0, LIMITS.searchTextMax);
  const found = useQuery({ ...coursesQuery(sought), enabled: open });
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Choose a course" size="tall" initialFocus={field}>
      <SearchSelect<Course>
        label="Course"
        inline
        inputRef={field}
        placeholder="Search by course or club"
        items={(found.data ?? []).slice(0, LIMITS.courseSearchResults)}
        itemKey={({ id }) => id}
        itemLabel={({ name }) => name}
        renderItem={({ name, clubName, state }) => (
          <>
            {name}
            <Note>
              {clubName}, {state}
            </Note>
          </>
        )}
        query={text}
        onQueryChange={setText}
        value={null}
        onSelect={(chosen) => {
          if (chosen === null) return;
          const { id, name, clubName, courseName } = chosen;
          onChoose({ id, name, clubName, courseName });
          setText('');
        }}
        loading={found.isFetching}
        error={found.error === null ? undefined : messageOf(found.error)}
        empty={
          found.error === null && (
            <>
              We can&apos;t find your course. <Link to={paths.support()}>Email support</Link> with the course&apos;s
              name, club and state.
            </>
          )
        }
      />
    </Sheet>
  );
}
