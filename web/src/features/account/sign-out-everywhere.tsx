import { useState } from 'react';
import { signOutEverywhere } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';

/** Ends every session of the golfer, for a phone that was lost or lent. Unlike signing out it is nothing without the server. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = (open: boolean): void => {
    setError(null);
    setAsking(open);
  };
  const end = async (): Promise<void> => {
    setEnding(true);
    setError(null);
    try {
      await signOutEverywhere();
    } catch (problem) {
      setError(problem);
      setEnding(false);
    }
  };
  return (
    <>
      <Button kind="quiet" wide onClick={() => ask(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        cancelLabel="Stay signed in"
        onConfirm={() => void end()}
        busy={ending}
        error={error === null ? undefined : <Banner kind="danger" title={messageOf(error)} />}
        danger
      >
        <p>
          You are signed out on this phone and on every other one. Scores that a phone has not sent yet stay on it until
          you sign in there again.
        </p>
      </Confirm>
    </>
  );
}
