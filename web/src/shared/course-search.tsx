import { LIMITS, type CourseRef } from '@fairmark/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { coursesQuery, useSearch } from '../api/lookups.js';
import { CoursePicture } from '../ui/pictures.js';
import { SearchSelect } from '../ui/fields/search-select.js';
import { paths } from './routing/paths.js';

interface CourseSearchProps {
  /** Listed first before anything is typed, with other courses; null: only those. By default nothing is listed then. */
  home?: CourseRef | null;
  value: CourseRef | null;
  /** Gets null once the golfer types, so that the text never differs from the value. */
  onSelect: (course: CourseRef | null) => void;
  /** What is wrong with the choice. */
  refused?: string;
}

/** A debounced search for a course by its name or club, with a hint whom to tell of a missing one. */
export function CourseSearch({ home, value, onSelect, refused }: CourseSearchProps) {
  // Undefined until the golfer types, and once a course is chosen.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value?.name ?? '';
  const seeking = typed !== undefined || home !== undefined;
  const { found, loading, error } = useSearch(text, coursesQuery, seeking);
  const first = text.trim() === '' && home ? home : null;
  const others = found.filter(({ id }) => id !== first?.id);
  return (
    <SearchSelect<CourseRef>
      label="Course"
      placeholder="Search by course or club"
      items={[...(first === null ? [] : [first]), ...others].slice(0, LIMITS.courseSearchResults)}
      renderItem={(course) => {
        const { image, state } = found.find(({ id }) => id === course.id) ?? {};
        return {
          picture: <CoursePicture url={image?.small.url} />,
          name: course.name,
          note: `${course.clubName}, ${course === first ? 'your home course' : state}`,
        };
      }}
      query={text}
      onQueryChange={(next) => {
        setTyped(next);
        onSelect(null);
      }}
      value={value}
      onSelect={(course) => {
        setTyped(undefined);
        onSelect(course);
      }}
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
