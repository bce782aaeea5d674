import { LIMITS, type Course, type CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { messageOf } from '../api/call/errors.js';
import { coursesQuery } from '../api/lookups.js';
import { useDebounced } from '../api/use-debounced.js';
import { CoursePicture, Pictured } from '../ui/course-picture.js';
import { SearchSelect } from '../ui/fields/search-select.js';
import { Note } from '../ui/page-parts.js';
import { paths } from './routing/paths.js';

interface CourseSearchProps<Home extends CourseRef> {
  text: string;
  onTextChange: (text: string) => void;
  home?: Home | null;
  value: Course | null;
  onSelect: (course: Course | Home | null) => void;
  /** Whether the golfer is searching, so that an empty result is reported; true by default. */
  seeking?: boolean;
  busy?: boolean;
}

/** A debounced search for a course by its name or club, with a hint whom to tell of a missing one. */
export function CourseSearch<Home extends CourseRef>(props: CourseSearchProps<Home>) {
  const { text, onTextChange, home = null, value, onSelect, seeking = true, busy = false } = props;
  const debounced = useDebounced(text.trim().slice(0, LIMITS.searchTextMax), LIMITS.searchDebounceMs);
  const { data = [], isFetching, error } = useQuery({ ...coursesQuery(debounced), enabled: seeking });
  const found = seeking ? data : [];
  return (
    <SearchSelect<Row<Course | Home>>
      label="Course"
      placeholder="Search by course or club"
      items={rowsOf(found, text.trim() === '' ? home : null).slice(0, LIMITS.courseSearchResults)}
      itemKey={({ course }) => course.id}
      renderItem={({ course, detail, picture }) => (
        <Pictured>
          <CoursePicture url={picture} />
          <div>
            {course.name}
            <Note>{detail}</Note>
          </div>
        </Pictured>
      )}
      query={text}
      onQueryChange={onTextChange}
      value={value === null ? null : rowOf(value)}
      onSelect={(row) => onSelect(row?.course ?? null)}
      loading={busy || (seeking && isFetching)}
      error={seeking && error !== null ? messageOf(error) : undefined}
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

interface Row<Shown extends CourseRef> {
  course: Shown;
  detail: string;
  picture: string | undefined;
}

function rowsOf<Home extends CourseRef>(found: readonly Course[], home: Home | null): Row<Course | Home>[] {
  const others = found.filter(({ id }) => id !== home?.id).map(rowOf);
  if (home === null) return others;
  const picture = found.find(({ id }) => id === home.id)?.image?.small.url;
  return [{ course: home, detail: `${home.clubName}, your home course`, picture }, ...others];
}

function rowOf(course: Course): Row<Course> {
  return { course, detail: `${course.clubName}, ${course.state}`, picture: course.image?.small.url };
}
