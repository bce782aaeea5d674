import { useSyncExternalStore } from 'react';
import { matchPath, Outlet, redirect, type DataRouter, type LoaderFunctionArgs } from 'react-router-dom';
import { lastGolfer, onSession, session } from '../../api/call/session.js';
import { onStoredChange, readStored, writeStored } from '../../api/call/stored.js';
import { paths, patterns } from './paths.js';

/** The page to open in this tab; the stored one is that of the tab that asked last. */
let own: string | null = null;

/** Guard of pages for visitors: redirects signed-in golfers home, or to the link that required the sign-in. */
export function anonymousOnly(): Response | null {
  return session() === null ? null : redirect(takeNext());
}

/** Guard of pages for golfers: redirects visitors to the sign-in page, and back afterwards. */
export function signedInOnly({ request }: LoaderFunctionArgs): Response | null {
  if (session() !== null) return null;
  const { pathname, search } = new URL(request.url);
  rememberNext(pathname + search);
  return redirect(paths.signIn());
}

/**
 * Navigates to the sign-in page when the session ends: by signing out here or in another tab, or on the server. Leaves
 * that page when another tab has signed in. Returns a function that stops it.
 */
export function watchSession(router: DataRouter): () => void {
  const stopSession = onSession((next, why) => {
    const { pathname, search } = router.state.location;
    // A board on a wall has its own words for it.
    if (next !== null || matchPath(paths.board(), pathname) !== null) return;
    // After an expired session the golfer returns to this page; after signing out they start afresh.
    if (why === 'expired') rememberNext(pathname + search);
    void router.navigate(paths.signIn(), { replace: true, state: { expired: why === 'expired' } });
  });
  const stopStored = onStoredChange('token', () => {
    if (session() !== null) void router.revalidate();
  });
  return () => {
    stopSession();
    stopStored();
  };
}

/**
 * The pages of one golfer. When another golfer signs in, in another tab, they are remounted, so that nothing of the
 * previous one is shown. When the session ends, the page stays until the sign-in page replaces it.
 */
export function GolferPages() {
  return <Outlet key={useSyncExternalStore(onSession, lastGolfer)} />;
}

/** Stores the page to open after a sign-in: for the last golfer, or for anyone if none was signed in. */
export function rememberNext(page: string): void {
  own = page === paths.home() ? null : `${lastGolfer() ?? ''} ${page}`;
  writeStored('next', own);
}

/** Takes the page to open after a sign-in; always a page of this client, and never another golfer's. */
export function takeNext(): string {
  const { whose, page } = next();
  own = null;
  writeStored('next', null);
  return page !== '' && (whose === '' || whose === session()?.userId) ? page : paths.home();
}

/** Whether a visitor came by the link of an invitation, which a sign-in opens. */
export const isInvited = (): boolean => next().page.startsWith(`${patterns.joinLobby}?`);

function next(): { whose: string; page: string } {
  const [, whose = '', page = ''] = /^(\S*) (\/(?![/\\]).*)$/.exec(own ?? readStored('next') ?? '') ?? [];
  return { whose, page };
}
