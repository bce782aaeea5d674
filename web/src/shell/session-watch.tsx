import { useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { onSession, session } from '../api/call/session.js';
import { onStoredChange } from '../api/call/stored.js';
import { useSession } from '../api/use-session.js';
import { rememberNext } from '../shared/routing/guards.js';
import { paths } from '../shared/routing/paths.js';

/**
 * Navigates to the sign-in page when the session ends: by signing out here or in another tab, or on the server. Leaves
 * that page when another tab has signed in.
 */
export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // In the commit that shows the page: its first calls may end the session before an effect runs.
  useLayoutEffect(
    () =>
      onSession((next, why) => {
        if (next !== null) return;
        // After an expired session the golfer returns to this page; after signing out they start afresh.
        if (why === 'expired') rememberNext(pathname + search);
        void navigate(paths.signIn(), { replace: true, state: { expired: why === 'expired' } });
      }),
    [navigate, pathname, search],
  );
  const { revalidate } = useRevalidator();
  useEffect(
    () =>
      onStoredChange('token', () => {
        if (session() !== null) void revalidate();
      }),
    [revalidate],
  );
  return null;
}

/**
 * The pages of one golfer. When another golfer signs in, in another tab, they are remounted, so that nothing of the
 * previous one is shown. When the session ends, the page stays until the sign-in page replaces it.
 */
export function GolferPages() {
  const userId = useSession()?.userId;
  const [golfer, setGolfer] = useState(userId);
  const { revalidate } = useRevalidator();
  if (userId !== undefined && userId !== golfer) setGolfer(userId);
  useEffect(() => {
    // The session ended while the page was loading: its guard leads to the sign-in page, and back afterwards.
    if (golfer === undefined) void revalidate();
  }, [golfer, revalidate]);
  return golfer === undefined ? null : <Outlet key={golfer} />;
}
