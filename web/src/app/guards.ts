import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { session } from '../api/session.js';
import { readStored, writeStored } from '../api/stored.js';
import { paths } from './paths.js';

/** Pages of somebody who is not signed in: a signed-in golfer goes home, or to the link that asked for the sign-in. */
export function anonymousOnly(): Response | null {
  return session() === null ? null : redirect(takeNext());
}

/** Pages of a signed-in golfer: anybody else signs in first, and comes back to a page that makes sense afterwards. */
export function signedInOnly({ request }: LoaderFunctionArgs): Response | null {
  if (session() !== null) return null;
  const { pathname, search } = new URL(request.url);
  rememberNext(pathname + search);
  return redirect(paths.signIn());
}

/** Keeps the page that a sign-in leads to. */
export function rememberNext(page: string): void {
  writeStored('next', page === paths.home() ? null : page);
}

/** The page that a sign-in leads to, once; always one of this client's own. */
export function takeNext(): string {
  const next = readStored('next');
  writeStored('next', null);
  return next !== null && /^\/(?![/\\])/.test(next) ? next : paths.home();
}
