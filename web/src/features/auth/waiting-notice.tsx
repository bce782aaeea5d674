import { useSyncExternalStore } from 'react';
import { onOutbox, outbox } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';

/** Says that waiting scores are safe until the golfer signs in, and where else some may wait. */
export function WaitingNotice() {
  const { waiting } = useSyncExternalStore(onOutbox, outbox).box;
  const count = waiting.filter(({ state }) => state !== 'refused').length;
  const [scores, how] = count === 1 ? ['1 score is', 'it, and it is'] : [`${count} scores are`, 'them, and they are'];
  // There may be an http address beside this https one, whose storage cannot be read here.
  const port = document.querySelector<HTMLMetaElement>('meta[name="http-port"]')?.content;
  const http = `http://${window.location.hostname}:${port}`;
  return (
    <>
      {count > 0 && (
        <Banner kind="info" title={`${scores} safe on this phone`}>
          Sign in as the golfer who entered {how} sent.
        </Banner>
      )}
      {port !== undefined && (
        <small>
          Have you scored at <a href={http}>{http}</a> on this phone? Scores that still wait can only be sent from
          there.
        </small>
      )}
    </>
  );
}
