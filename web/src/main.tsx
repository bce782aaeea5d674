import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from './api/call/query-client.js';
import { routes } from './shell/routes.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
// From here on the script in index.html does not reload the page.
document.documentElement.dataset.runs = '';

// An earlier product at this address may have left a service worker, which would serve its old pages.
void navigator.serviceWorker
  ?.getRegistrations()
  .then((workers) => workers.forEach((worker) => void worker.unregister()));

// A transition renders in slices, so that a slow phone can react to touches in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
