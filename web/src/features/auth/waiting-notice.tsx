import { useSyncExternalStore } from 'react';
import { onOutbox, outbox } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';

/** Says that waiting scores are safe until the golfer signs in, and where else some may wait. */
export function WaitingNotice() {
  const http = httpAddress();
  return (
    <>
      <WaitingHere />
      {http !== null && (
        <small>
          Have you scored at <a href={http}>{http}</a> on this phone? Scores that still wait can only be sent from
          there.
        </small>
      )}
    </>
  );
}

/** The http address beside this https one, whose storage cannot be read here; null if there is none. */
function httpAddress(): string | null {
  const port = document.querySelector<HTMLMetaElement>('meta[name="http-port"]')?.content;
  return port === undefined ? null : `http://${window.location.hostname}:${port}`;
}

function WaitingHere() {
  const { waiting } = useSyncExternalStore(onOutbox, outbox).box;
  const count = waiting.filter(({ state }) => state !== 'refused').length;
  if (count === 0) return null;
  const scores = count === 1 ? '1 score is' : `${count} scores are`;
  return (
    <Banner kind="info" title={`${scores} safe on this phone`}>
      Sign in as the golfer who entered {count === 1 ? 'it, and it is' : 'them, and they are'} sent.
    </Banner>
  );
}
