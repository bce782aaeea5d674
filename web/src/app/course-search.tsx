import { LIMITS, type CourseRef } from '@fairmark/contract';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../api/errors.js';
import { RowDetail, SearchSelect } from '../ui/search-select.js';
import { paths } from './paths.js';

/** Properties of {@link CourseSearch}. */
export interface CourseSearchProps<Course extends CourseRef> {
  text: string;
  onTextChange: (text: string) => void;
  /** What was found for the text, the first of them; the others are for a longer text. */
  courses: readonly Course[];
  /** What stands under a course's name. */
  detailOf: (course: Course) => string;
  value: Course | null;
  onSelect: (course: Course | null) => void;
  loading: boolean;
  /** Why nothing could be found. */
  error: Error | null;
  /** Whether somebody searches, and wants to hear that there is nothing. */
  seeking?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** The search for a course by its name or its club's, and whom to tell of one that is missing. */
export function CourseSearch<Course extends CourseRef>(props: CourseSearchProps<Course>): ReactNode {
  const { text, onTextChange, courses, detailOf, error, seeking = true, ...rest } = props;
  return (
    <SearchSelect<Course>
      {...rest}
      label="Course"
      placeholder="Search by course or club"
      items={courses.slice(0, LIMITS.courseSearchResults)}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      renderItem={(course) => (
        <>
          {course.name}
          <RowDetail>{detailOf(course)}</RowDetail>
        </>
      )}
      query={text}
      onQueryChange={onTextChange}
      error={error === null ? undefined : messageOf(error)}
      empty={
        seeking &&
        error === null && (
          <>
            We can&apos;t find your course. <Link to={paths.support()}>Email support</Link> with the course&apos;s name,
            club and state.
          </>
        )
      }
    />
  );
}
