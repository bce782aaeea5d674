import { LIMITS, type Course, type CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { coursesQuery, courseQuery, useSearch } from '../api/lookups.js';
import { CoursePicture, Pictured } from '../ui/course-picture.js';
import { SearchSelect } from '../ui/fields/search-select.js';
import { paths } from './routing/paths.js';
import { useState } from 'react';

interface CourseSearchProps<Home extends CourseRef> {
  text: string;
  onTextChange: (text: string) => void;
  home?: Home | null;
  value: Course | null;
  onSelect: (course: Course | Home | null) => void;
  /** Whether the golfer is searching, so that an empty result is reported; true by default. */
  seeking?: boolean;
  /** What is wrong with the choice. */
  refused?: string;
}

/** A debounced search for a course by its name or club, with a hint whom to tell of a missing one. */
export function CourseSearch<Home extends CourseRef>(props: CourseSearchProps<Home>) {
  const { text, onTextChange, home = null, value, onSelect, seeking = true, refused } = props;
  const { found, loading, error } = useSearch(text, coursesQuery, seeking);
  const first = text.trim() === '' ? home : null;
  const others = found.filter(({ id }) => id !== first?.id);
  return (
    <SearchSelect<Course | Home>
      label="Course"
      placeholder="Search by course or club"
      items={[...(first === null ? [] : [first]), ...others].slice(0, LIMITS.courseSearchResults)}
      itemKey={({ id }) => id}
      renderItem={(course) => (
        <Pictured>
          <CoursePicture url={found.find(({ id }) => id === course.id)?.image?.small.url} />
          <div>
            {course.name}
            <small>
              {course.clubName}, {course !== first && 'state' in course ? course.state : 'your home course'}
            </small>
          </div>
        </Pictured>
      )}
      query={text}
      onQueryChange={onTextChange}
      value={value}
      onSelect={onSelect}
      loading={loading}
      error={seeking ? error : refused}
      empty={
        seeking &&
        error === undefined && (
          <>
            We can&apos;t find your course. <Link to={paths.support()}>Email support</Link> with the course&apos;s name,
            club and state.
          </>
        )
      }
    />
  );
}

/** State of a course search, starting with the course of this id (null: none). `onPick` gets each chosen course. */
export function useCourseChoice(firstId: string | null, onPick?: (course: Course) => void) {
  const first = useQuery({ ...courseQuery(firstId ?? ''), enabled: firstId !== null });
  // Undefined until the golfer has chosen or cleared.
  const [picked, setPicked] = useState<Course | null>();
  const [typed, setTyped] = useState<string>();
  const chosen = picked === undefined ? (first.data ?? null) : picked;
  // During a search no course is chosen, so that the text never differs from the value.
  const seeking = typed !== undefined;
  return {
    value: seeking ? null : chosen,
    text: typed ?? chosen?.name ?? '',
    seeking,
    onTextChange: setTyped,
    onSelect: (next: Course | null) => {
      if (next !== null) onPick?.(next);
      setPicked(next);
      setTyped(next === null ? '' : undefined);
    },
  };
}
