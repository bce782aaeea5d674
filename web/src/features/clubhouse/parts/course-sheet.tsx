import { CourseSearch } from '../../../shared/course-search.js';
import { useHomeCourse } from '../../../shared/use-home-course.js';
import { Button } from '../../../ui/button.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { announce } from '../../../ui/live-region.js';

/** The course whose results a page shows. */
export interface ShownCourse {
  /** Null: none chosen; undefined: not known yet. */
  id: string | null | undefined;
  /** Whether all courses are shown while none is chosen. */
  orAll: boolean;
  name: string | undefined;
  /** Shows another course on this page; null clears the choice. */
  show: (courseId: string | null) => void;
}

/** The search for another course to show, the golfer's home course first. */
export function CourseSheet({ course, ...sheet }: OpenState & { course: ShownCourse }) {
  const home = useHomeCourse() ?? null;
  const show = (id: string | null, name: string): void => {
    course.show(id);
    announce(`Showing ${name}`);
    sheet.onOpenChange(false);
  };
  return (
    <Sheet
      {...sheet}
      title="Show another course"
      description="Just for this view. Your home course won't change."
      size="tall"
      startsInField
      footer={
        course.orAll && course.id !== null ? (
          <Button kind="secondary" wide onClick={() => show(null, 'all courses')}>
            Show all courses
          </Button>
        ) : undefined
      }
    >
      <CourseSearch home={home} value={null} onSelect={(chosen) => chosen !== null && show(chosen.id, chosen.name)} />
    </Sheet>
  );
}
