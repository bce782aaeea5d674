import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';

/**
 * Where a page could not be shown. A chunk that could not be loaded is tried again when the signal is back: the page is never
 * reloaded by itself while there is none, because without a signal nothing would come back (decisions D38).
 */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error('A page could not be shown', error);
    const again = () => window.location.reload();
    window.addEventListener('online', again, { once: true });
    return () => window.removeEventListener('online', again);
  }, [error]);
  return (
    <main className="shell-main">
      <EmptyState
        title="Got an error here. Please contact support."
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        {navigator.onLine
          ? 'This page could not be shown. Your scores are safe.'
          : 'There is no signal. Your scores are safe on this phone; this page opens again when the signal is back.'}
      </EmptyState>
    </main>
  );
}
