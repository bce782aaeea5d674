import { rememberCourse } from '../../../api/lookups.js';
import { CourseSearch } from '../../../shared/course-search.js';
import { useUrlParam } from '../../../shared/routing/use-url.js';
import { useHomeCourse } from '../../../shared/use-home-course.js';
import { Button } from '../../../ui/button.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { announce } from '../../../ui/live-region.js';

/** The search for another course to show on this page, the golfer's home course first. `orAll`: or all of them. */
export function CourseSheet({ orAll, ...sheet }: OpenState & { orAll: boolean }) {
  const home = useHomeCourse() ?? null;
  const [, change] = useUrlParam('course');
  const show = (id: string | null, name: string): void => {
    if (id !== null) rememberCourse(id);
    change(id);
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
        orAll ? (
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
