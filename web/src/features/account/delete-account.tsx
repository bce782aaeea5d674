import { call } from '../../api/call/client.js';
import { endSessionBy } from '../../api/call/session.js';
import { rememberCourse } from '../../api/stored-course.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { Button } from '../../ui/button.js';

/** Deletes the account after a question; then it is as after signing out. */
export function DeleteAccount() {
  return (
    <ConfirmAction
      renderButton={(ask) => (
        <Button kind="quiet" wide onClick={ask}>
          Delete Account
        </Button>
      )}
      title="Delete your account?"
      confirmLabel="Delete Account"
      act={() =>
        endSessionBy(async () => {
          await call('DELETE', '/api/user/delete');
          rememberCourse(null);
        })
      }
    >
      <p>
        Your name, email, golf number, handicap and picture are deleted, and a round that you are playing ends for you.
        Results of your verified rounds stay, without your name. This can not be undone.
      </p>
    </ConfirmAction>
  );
}
