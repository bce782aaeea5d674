import { useEffect, useState } from 'react';
import { type Location, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Modal } from '../../ui/overlays/dialogs.js';

const NO_LONGER_IN = 'You are no longer in that round';

/** Title and text for `why` in the location's state: a lobby that the golfer is out of, or a link to no card. */
const WORDS = {
  kicked: [NO_LONGER_IN, 'The host has taken you out of the round set-up. You can be invited again.'],
  gone: [
    NO_LONGER_IN,
    'You left the round set-up on another phone, or the host has taken you out. You can be invited again.',
  ],
  notFound: ['This round was not found', 'You are not one of its players, or it is no longer there.'],
} as const;

/** How long the URL says that the set-up has ended. */
const PARAMETER_MS = 1_000;

/** Says once why the golfer was sent here: the address drops it while the banner or dialog stays. */
export function WhyHome({ sent: { search, state } }: { sent: Location }) {
  const navigate = useNavigate();
  const why: keyof typeof WORDS | undefined = state?.why;
  const ended = new URLSearchParams(search).has('lobby-ended');
  const [open, setOpen] = useState(ended);
  useEffect(() => {
    const forget = () => void navigate(paths.home(), { replace: true, state: null });
    const timer = setTimeout(forget, ended ? PARAMETER_MS : 0);
    return () => clearTimeout(timer);
  }, [ended, navigate]);
  return (
    <>
      {why !== undefined && (
        <Banner kind="info" title={WORDS[why][0]}>
          {WORDS[why][1]}
        </Banner>
      )}
      <Modal
        open={open}
        onOpenChange={setOpen}
        title="Round set-up ended"
        actions={<Button onClick={() => setOpen(false)}>OK</Button>}
      >
        Talk to the other players and decide who sets up the next round. Invited players must also complete their set-up
        before the host starts.
      </Modal>
    </>
  );
}
