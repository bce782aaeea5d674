import { Banner } from '../../ui/banner.js';

/** Said to a golfer whom the host has removed from a lobby. */
export function KickedBanner() {
  return (
    <Banner kind="info" title="You are no longer in that round">
      The host has taken you out of the round set-up. You can be invited again.
    </Banner>
  );
}
