import { useSyncExternalStore } from 'react';
import { matchPath, Outlet, type DataRouter } from 'react-router-dom';
import { lastGolfer, onSession, session } from '../api/call/session.js';
import { onStoredChange } from '../api/call/stored.js';
import { rememberNext } from '../shared/routing/guards.js';
import { paths } from '../shared/routing/paths.js';

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
