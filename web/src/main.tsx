import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from './api/call/query-client.js';
import { routes } from './shell/routes.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
// From here on index.html does not load the page anew.
document.documentElement.dataset.runs = '';

// An earlier product of this address may have left one, which would serve its old pages.
void navigator.serviceWorker
  ?.getRegistrations()
  .then((workers) => workers.forEach((worker) => void worker.unregister()));

// As a transition it is rendered in slices: a slow phone answers a finger in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
