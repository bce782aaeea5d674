import { useState } from 'react';
import { signOut } from '../../api/auth.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/overlays/dialogs.js';

/** Signs out; asks first when scores would stay behind on this phone. */
export function SignOut() {
  const { waiting, refused } = useSyncStatus();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // As many as there were when it was asked: nobody's scores are counted once the session is over.
  const [left, setLeft] = useState(0);
  const ask = () => {
    const count = waiting + refused.length;
    setLeft(count);
    if (count > 0) setAsking(true);
    else leave();
  };
  const leave = () => {
    setLeaving(true);
    // It always ends the session here, and the frame goes to the sign-in page.
    void signOut();
  };
  return (
    <>
      <Button kind="secondary" wide busy={leaving} onClick={ask}>
        Sign out
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={left === 1 ? '1 score has not been sent' : `${left} scores have not been sent`}
        confirmLabel="Sign out"
        cancelLabel="Stay signed in"
        onConfirm={leave}
        busy={leaving}
        danger
      >
        <p>
          {left === 1 ? 'It stays' : 'They stay'} on this phone and can be sent only after you have signed in here
          again.
        </p>
      </Confirm>
    </>
  );
}
