import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';

/** Said once to a golfer whom the host has removed from a lobby: after a reload or on the way back it is old news. */
export function KickedBanner() {
  const navigate = useNavigate();
  useEffect(() => void navigate(paths.home(), { replace: true, state: null }), [navigate]);
  return (
    <Banner kind="info" title="You are no longer in that round">
      The host has taken you out of the round set-up. You can be invited again.
    </Banner>
  );
}
