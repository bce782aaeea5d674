import { useEffect, useState } from 'react';
import { Outlet, useRevalidator } from 'react-router-dom';
import { useSession } from '../api/use-session.js';

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
