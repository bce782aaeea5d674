import type { CourseRef } from '@fairmark/contract';
import { useRef, useState, type ReactNode } from 'react';
import { useFoundCourses } from '../../api/realtime/hooks.js';
import { CourseSearch } from '../../shared/course-search.js';
import { Sheet } from '../../ui/overlays/dialogs.js';

interface FindCourseProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (course: CourseRef) => void;
}

/** The search for the course of a competition. */
export function FindCourse({ open, onOpenChange, onChoose }: FindCourseProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const found = useFoundCourses(text, open);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Choose a course" size="tall" initialFocus={field}>
      <CourseSearch
        text={text}
        onTextChange={setText}
        courses={found.data ?? []}
        detailOf={({ clubName, state }) => `${clubName}, ${state}`}
        value={null}
        onSelect={(chosen) => {
          if (chosen === null) return;
          const { id, name, clubName, courseName } = chosen;
          onChoose({ id, name, clubName, courseName });
          setText('');
        }}
        loading={found.isFetching}
        error={found.error}
        inputRef={field}
      />
    </Sheet>
  );
}
