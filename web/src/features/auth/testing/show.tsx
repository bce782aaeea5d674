import type { ComponentType } from 'react';
import { showPages } from '../../../shared/testing/pages.js';

/** Shows a page at an address, with every other address a page that says "Elsewhere". Gives back the router. */
export function show(Page: ComponentType, at: { pathname: string; search?: string; state?: unknown }) {
  return showPages(
    [
      { path: at.pathname, Component: Page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    at,
  );
}
