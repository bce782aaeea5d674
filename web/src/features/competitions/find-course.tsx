import { LIMITS, type Course, type CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/errors.js';
import { coursesQuery } from '../../api/lookups.js';
import { useDebounced } from '../../api/use-debounced.js';
import { paths } from '../../app/paths.js';
import { Sheet } from '../../ui/dialogs.js';
import { Note } from '../../ui/page-parts.js';
import { SearchSelect } from '../../ui/search-select.js';

/** Properties of {@link FindCourse}. */
export interface FindCourseProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (course: CourseRef) => void;
}

/** The search for the course of a competition. */
export function FindCourse({ open, onOpenChange, onChoose }: FindCourseProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const sought = useDebounced(text.trim(), LIMITS.searchDebounceMs).slice(0, LIMITS.searchTextMax);
  const found = useQuery({ ...coursesQuery(sought), enabled: open });
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Choose a course" size="tall" initialFocus={field}>
      <SearchSelect<Course>
        label="Course"
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
