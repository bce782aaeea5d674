import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../api/use-session.js';
import { paths } from '../shared/routing/paths.js';

/**
 * The pages of one golfer. When another golfer signs in, in another tab, they are remounted, so that nothing of the
 * previous one is shown. When the session ends, the page stays until the sign-in page replaces it.
 */
export function GolferPages() {
  const userId = useSession()?.userId;
  const [golfer, setGolfer] = useState(userId);
  if (userId !== undefined && userId !== golfer) setGolfer(userId);
  // The session ended while the page was loading.
  if (golfer === undefined) return <Navigate to={paths.signIn()} replace />;
  return <Outlet key={golfer} />;
}
