import type { Course, CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { userQuery } from '../../../api/auth.js';
import { useFoundCourses } from '../../../api/realtime/hooks.js';
import { CourseSearch } from '../../../shared/course-search.js';
import { Button } from '../../../ui/button.js';
import { Sheet } from '../../../ui/overlays/dialogs.js';
import { announce } from '../../../ui/live-region.js';
import type { ShownCourse } from './use-shown-course.js';

interface CourseSheetProps {
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
  const found = useFoundCourses(text, open);
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
      <CourseSearch
        text={text}
        onTextChange={setText}
        courses={homeFirst(found.data ?? [], text.trim() === '' ? home : null)}
        detailOf={({ id, clubName }) => (id === home?.id ? `${clubName}, your home course` : clubName)}
        value={null}
        onSelect={(chosen) => chosen !== null && show(chosen.id, chosen.name)}
        loading={found.isFetching}
        error={found.error}
        inputRef={field}
      />
    </Sheet>
  );
}

function homeFirst(
  courses: readonly (CourseRef & Partial<Course>)[],
  home: CourseRef | null,
): (CourseRef & Partial<Course>)[] {
  const others = courses.filter(({ id }) => id !== home?.id);
  return [...(home === null ? [] : [courses.find(({ id }) => id === home.id) ?? home]), ...others];
}
