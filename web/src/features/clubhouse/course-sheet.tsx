import styled from '@emotion/styled';
import { LIMITS, type CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { coursesQuery } from '../../api/lookups.js';
import { useDebounced } from '../../api/use-debounced.js';
import { paths } from '../../app/paths.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { ShownCourse } from './use-shown-course.js';

const Small = styled.small`
  display: block;
  color: var(--ink-2);
  font-size: var(--text-14);
`;

/** Properties of {@link CourseSheet}. */
export interface CourseSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  course: ShownCourse;
  /** All courses at once are a choice. */
  every: boolean;
}

/** The search for another course to show; the golfer's home course stands first. */
export function CourseSheet({ open, onOpenChange, course, every }: CourseSheetProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const sought = useDebounced(text.trim(), LIMITS.searchDebounceMs).slice(0, LIMITS.searchTextMax);
  const found = useQuery({ ...coursesQuery(sought), enabled: open });
  const home = useQuery(userQuery()).data?.homeCourse ?? null;
  const show = (id: string | null, name: string): void => {
    course.show(id);
    announce(`Showing ${name}`);
    setText('');
    onOpenChange(false);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Show another course"
      description="It is shown here only. Your home course stays as it is."
      size="tall"
      initialFocus={field}
      footer={
        every && course.id !== null ? (
          <Button kind="secondary" wide onClick={() => show(null, 'all courses')}>
            Show all courses
          </Button>
        ) : undefined
      }
    >
      <SearchSelect<CourseRef>
        label="Course"
        inputRef={field}
        placeholder="Search by course or club"
        items={homeFirst(found.data ?? [], sought === '' ? home : null)}
        itemKey={({ id }) => id}
        itemLabel={({ name }) => name}
        renderItem={({ id, name, clubName }) => (
          <>
            {name}
            <Small>
              {clubName}
              {id === home?.id && ', your home course'}
            </Small>
          </>
        )}
        query={text}
        onQueryChange={setText}
        value={null}
        onSelect={(chosen) => chosen !== null && show(chosen.id, chosen.name)}
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

function homeFirst(courses: readonly CourseRef[], home: CourseRef | null): CourseRef[] {
  const others = courses.filter(({ id }) => id !== home?.id);
  return [...(home === null ? [] : [home]), ...others].slice(0, LIMITS.courseSearchResults);
}
