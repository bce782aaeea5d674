import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../api/use-session.js';
import { paths } from '../shared/routing/paths.js';

/**
 * The pages of one golfer. When another one signs in, in another tab of this phone, the page starts afresh: nothing that it
 * showed is theirs to see. A session that ended leaves the page as it is until the sign-in page stands in its place.
 */
export function GolferPages() {
  const userId = useSession()?.userId;
  const [golfer, setGolfer] = useState(userId);
  if (userId !== undefined && userId !== golfer) setGolfer(userId);
  // The session ended while the page was on its way.
  if (golfer === undefined) return <Navigate to={paths.signIn()} replace />;
  return <Outlet key={golfer} />;
}
