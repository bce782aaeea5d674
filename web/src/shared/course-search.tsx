import { LIMITS, type Course as WholeCourse, type CourseRef } from '@fairmark/contract';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../api/call/errors.js';
import { CoursePicture, PicturedCourse } from '../ui/course-picture.js';
import { RowDetail, SearchSelect } from '../ui/fields/search-select.js';
import { paths } from './paths.js';

/** A course of the list; its picture is not always known. */
type ShownCourse = CourseRef & Partial<Pick<WholeCourse, 'image'>>;

interface CourseSearchProps<Course extends ShownCourse> {
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
export function CourseSearch<Course extends ShownCourse>(props: CourseSearchProps<Course>): ReactNode {
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
        <PicturedCourse>
          <CoursePicture url={course.image?.small.url} />
          <div>
            {course.name}
            <RowDetail>{detailOf(course)}</RowDetail>
          </div>
        </PicturedCourse>
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
