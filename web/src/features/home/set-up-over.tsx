import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { Modal } from '../../ui/overlays/dialogs.js';

const PARAMETER = 'lobby-ended';
const PARAMETER_MS = 1_000;

/** Tells the golfer that their set-up has ended. The URL parameter is removed while the dialog stays open. */
export function EndedModal() {
  const [params, setParams] = useSearchParams();
  const named = params.has(PARAMETER);
  const [open, setOpen] = useState(named);
  useChange(named, () => named && setOpen(true));
  useEffect(() => {
    if (!named) return undefined;
    const timer = setTimeout(() => {
      setParams(
        (now) => {
          now.delete(PARAMETER);
          return now;
        },
        { replace: true },
      );
    }, PARAMETER_MS);
    return () => clearTimeout(timer);
  }, [named, setParams]);
  return (
    <Modal
      open={open}
      onOpenChange={setOpen}
      title="Round set-up ended"
      actions={<Button onClick={() => setOpen(false)}>OK</Button>}
    >
      Talk to the other players and decide who sets up the next round. Invited players must also complete their set-up
      before the host starts.
    </Modal>
  );
}

/** Says once why the golfer is out of a lobby, by the host's act if `kicked`, or that a link led to no card. */
export function OutBanner({ kicked = false, notFound = false }: { kicked?: boolean; notFound?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(paths.home(), { replace: true, state: null }), [navigate, kicked, notFound]);
  if (notFound) {
    return (
      <Banner kind="info" title="This round was not found">
        You are not one of its players, or it is no longer there.
      </Banner>
    );
  }
  return (
    <Banner kind="info" title="You are no longer in that round">
      {kicked
        ? 'The host has taken you out of the round set-up. You can be invited again.'
        : 'You left the round set-up on another phone, or the host has taken you out. You can be invited again.'}
    </Banner>
  );
}
