import type { UseQueryResult } from '@tanstack/react-query';

/** Placeholder of the first card, the same as in index.html before the scripts have loaded. */
export function WaitingCard() {
  return (
    <p className="shell-block" aria-busy="true">
      <span className="visually-hidden">Looking for your round</span>
    </p>
  );
}

/** Whether the first attempt to load is still in flight. */
export function isAwaited({ isLoading, failureCount }: UseQueryResult): boolean {
  return isLoading && failureCount === 0;
}
