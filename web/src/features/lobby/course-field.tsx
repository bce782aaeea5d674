import { LIMITS } from '@fairmark/contract';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/errors.js';
import { paths } from '../../app/paths.js';
import { SearchSelect } from '../../ui/search-select.js';
import { Note } from './lobby-page.js';
import type { CourseChoice } from './use-course-choice.js';

/** The search for a course. What was found stands under the field, where no phone's keyboard covers it, until one is chosen. */
export function CourseField({ choice }: { choice: CourseChoice }) {
  const { course, courses, seeking, text, type, pick, searching, loadingHome, error } = choice;
  return (
    <SearchSelect
      label="Course"
      placeholder="Search by course or club"
      items={courses.slice(0, LIMITS.courseSearchResults)}
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
      onQueryChange={type}
      value={course}
      onSelect={pick}
      loading={searching || loadingHome}
      error={error === null ? undefined : messageOf(error)}
      empty={
        seeking && (
          <>
            We can&apos;t find your course. <Link to={paths.support()}>Email support</Link> with the course&apos;s name,
            club and state.
          </>
        )
      }
    />
  );
}
