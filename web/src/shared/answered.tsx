import type { ReactNode } from 'react';
import { messageOf } from '../api/call/errors.js';
import { ErrorState } from '../ui/empty-state.js';

interface AnsweredProps<Answer> {
  query: { data: Answer | undefined; error: Error | null; refetch: () => unknown };
  waiting: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** Renders a query's answer; until then `waiting`, or the error with a way to retry. */
export function Answered<Answer>({ query: { data, error, refetch }, waiting, children }: AnsweredProps<Answer>) {
  if (data !== undefined) return children(data);
  if (error === null) return waiting;
  return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
}
