import type { ErrorCode } from '@fairmark/contract';
import type { ComponentType } from 'react';
import { serverAnswer, showPages } from '../../app/testing/pages.js';

/** What the pages of a test asked the server. */
export interface Asked {
  path: string;
  body: unknown;
}

/** Answers every call of the pages with this, a refusal by its code; the list it gives back grows with every call. */
export function answerWith(answer: ErrorCode | object): Asked[] {
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    // The client calls by path alone.
    const path = typeof input === 'string' ? input : '';
    const text = init?.body;
    asked.push({ path, body: typeof text === 'string' ? JSON.parse(text) : undefined });
    return serverAnswer(answer);
  };
  return asked;
}

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
