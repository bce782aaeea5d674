import { useState } from 'react';
import { call } from '../../api/client.js';
import { messageOf } from '../../api/errors.js';
import { endSessionBy } from '../../api/session.js';
import { rememberCourse } from '../../api/stored-course.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';

/** Deletes the account after a question; then it is as after signing out. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = (open: boolean): void => {
    setError(null);
    setAsking(open);
  };
  const remove = async (): Promise<void> => {
    setDeleting(true);
    setError(null);
    try {
      await endSessionBy(async () => {
        await call('DELETE', '/api/user/delete');
        rememberCourse(null);
      });
    } catch (problem) {
      setError(problem);
      setDeleting(false);
    }
  };
  return (
    <>
      <Button kind="quiet" wide onClick={() => ask(true)}>
        Delete Account
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        title="Delete your account?"
        confirmLabel="Delete Account"
        onConfirm={() => void remove()}
        busy={deleting}
        error={error === null ? undefined : <Banner kind="danger" title={messageOf(error)} />}
        danger
      >
        <p>
          Your name, email, golf number, handicap and picture are deleted, and a round that you are playing ends for
          you. Results of your verified rounds stay, without your name. This can not be undone.
        </p>
      </Confirm>
    </>
  );
}
