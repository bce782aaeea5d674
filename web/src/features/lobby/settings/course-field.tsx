import { CourseSearch } from '../../../shared/course-search.js';
import type { CourseChoice } from './use-course-choice.js';

/** The search for a course. What was found stands under the field, where no phone's keyboard covers it, until one is chosen. */
export function CourseField({ choice }: { choice: CourseChoice }) {
  const { course, courses, seeking, text, type, pick, searching, loadingHome, error } = choice;
  return (
    <CourseSearch
      text={text}
      onTextChange={type}
      courses={courses}
      detailOf={({ clubName, state }) => `${clubName}, ${state}`}
      value={course}
      onSelect={pick}
      loading={searching || loadingHome}
      error={error}
      seeking={seeking}
    />
  );
}
