import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { onSession, session } from '../api/call/session.js';
import { onStoredChange } from '../api/call/stored.js';
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
