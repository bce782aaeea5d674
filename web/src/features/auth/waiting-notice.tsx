import { useSyncExternalStore } from 'react';
import { onOutbox, outbox } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';

/** Scores of this phone that wait for a sign-in to be sent: they are safe. */
export function WaitingNotice() {
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
