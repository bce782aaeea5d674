import { useFormikContext } from 'formik';
import type { RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import { session } from '../api/call/session.js';
import { Confirm } from '../ui/overlays/dialogs.js';

/** Asks before leaving a form with unsaved changes, unless the golfer has saved or is signed out. */
export function UnsavedGuard({ saved }: { saved: RefObject<boolean> }) {
  const unsaved = useFormikContext().dirty;
  const blocker = useBlocker(() => unsaved && !saved.current && session() !== null);
  const roundStarted: unknown = blocker.location?.state?.roundStarted;
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      danger
    >
      <p>{roundStarted !== undefined && 'Your round has started. '}Your changes have not been saved.</p>
    </Confirm>
  );
}
