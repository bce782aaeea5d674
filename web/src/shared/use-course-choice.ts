import type { Course } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courseQuery } from '../api/lookups.js';

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
