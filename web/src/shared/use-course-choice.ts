import type { Course } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courseQuery } from '../api/lookups.js';

/** Searching for a course and taking one, beginning with the one of this id (null: none). `onPick` gets each that is taken. */
export function useCourseChoice(firstId: string | null, onPick?: (course: Course) => void) {
  const first = useQuery({ ...courseQuery(firstId ?? ''), enabled: firstId !== null });
  // undefined: not touched yet.
  const [picked, setPicked] = useState<Course | null>();
  const [typed, setTyped] = useState<string>();
  const chosen = picked === undefined ? (first.data ?? null) : picked;
  // During a search nothing is chosen: what is typed and what counts are never two courses.
  const seeking = typed !== undefined;
  return {
    value: seeking ? null : chosen,
    text: typed ?? chosen?.name ?? '',
    /** Whether the list shows. */
    seeking,
    busy: picked === undefined && firstId !== null && first.isPending,
    onTextChange: setTyped,
    onSelect: (next: Course | null) => {
      if (next !== null) onPick?.(next);
      setPicked(next);
      setTyped(next === null ? '' : undefined);
    },
  };
}
