import type { ReactNode } from 'react';
import { messageOf } from '../api/call/errors.js';
import { ErrorState } from '../ui/empty-state.js';

interface AnsweredProps<Answer> {
  query: { data: Answer | undefined; error: Error | null; refetch: () => unknown };
  waiting: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** What a query was answered; until then where it will stand, or why it can't be shown, with a way to ask again. */
export function Answered<Answer>({ query: { data, error, refetch }, waiting, children }: AnsweredProps<Answer>) {
  if (data !== undefined) return children(data);
  if (error === null) return waiting;
  return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
}
