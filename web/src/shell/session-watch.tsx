import { useEffect } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { onSession, session } from '../api/call/session.js';
import { onStoredChange } from '../api/call/stored.js';
import { rememberNext } from '../shared/routing/guards.js';
import { paths } from '../shared/routing/paths.js';

/**
 * Goes to the sign-in page when the session ends: by signing out, in another tab, or because the server ended it. Leaves it when
 * another tab has signed in.
 */
export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSession((next, why) => {
        if (next !== null) return;
        // A session that ended by itself is taken up where it was; a golfer who signed out starts afresh.
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
