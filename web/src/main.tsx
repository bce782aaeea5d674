import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from './api/call/query-client.js';
import { session } from './api/call/session.js';
import { watchSession } from './shared/routing/guards.js';
import { routes } from './shell/routes.js';

const SENDS_WITHOUT_PAGE_MS = 3_000;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
// From here on the script in index.html does not reload the page.
document.documentElement.dataset.runs = '';

// An earlier product at this address may have left a service worker, which would serve its old pages.
void navigator.serviceWorker
  ?.getRegistrations()
  .then((workers) => workers.forEach((worker) => void worker.unregister()))
  // Where storage is forbidden, there is none.
  .catch(() => undefined);

// On a bad connection the page's chunk may hang; waiting scores must not wait for it.
setTimeout(() => {
  if (session() === null) return;
  import('./outbox/start-sending.js').then(
    ({ startSending }) => startSending(),
    // The frame retries.
    (error: unknown) => console.warn('Could not load the code that sends scores:', error),
  );
}, SENDS_WITHOUT_PAGE_MS);

// Until the first page has loaded, the frame of index.html stands.
const router = createBrowserRouter(routes);
watchSession(router);
if (router.state.initialized) render(root);
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    render(root);
  });
}

function render(into: HTMLElement): void {
  // A transition renders in slices, so that a slow phone can react to touches in between.
  startTransition(() =>
    createRoot(into).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
