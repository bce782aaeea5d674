import { signOutEverywhere } from '../../api/auth.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { Button } from '../../ui/button.js';

/** Ends every session of the golfer, for a phone that was lost or lent. Unlike signing out it is nothing without the server. */
export function SignOutEverywhere() {
  return (
    <ConfirmAction
      renderButton={(ask) => (
        <Button kind="quiet" wide onClick={ask}>
          Sign out everywhere
        </Button>
      )}
      title="Sign out everywhere?"
      confirmLabel="Sign out everywhere"
      cancelLabel="Stay signed in"
      act={signOutEverywhere}
    >
      <p>
        You are signed out on this phone and on every other one. Scores that a phone has not sent yet stay on it until
        you sign in there again.
      </p>
    </ConfirmAction>
  );
}
