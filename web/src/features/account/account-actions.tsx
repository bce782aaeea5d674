import { useRef, useState, type ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { confirmPassword, endOtherSession, sessionsQuery, signOut, signOutEverywhere } from '../../api/auth.js';
import { command } from '../../api/call/client.js';
import { messageOf, unless } from '../../api/call/errors.js';
import { endSessionBy, session } from '../../api/call/session.js';
import { rememberCourse } from '../../api/lookups.js';
import { changeOutbox } from '../../outbox/outbox.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { focusPlace, useAct } from '../../shared/acting.js';
import { Answered } from '../../shared/answered.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { paths } from '../../shared/routing/paths.js';
import { momentWords } from '../../text/dates.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/fields/text-field.js';
import { Stack } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';

const unsentWords = (count: number): string =>
  count === 1 ? '1 score has not been sent' : `${count} scores have not been sent`;

/** Signs out, after a confirmation if unsent scores would stay on this phone. */
export function SignOut() {
  const { unsent } = useSyncStatus();
  // After signing out there are no scores to count.
  const [count, keep] = useState(unsent);
  if (unsent > 0 && unsent !== count) keep(unsent);
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" wide onClick={unsent > 0 ? undefined : () => void signOut()}>
          Sign out
        </Button>
      }
      title={unsentWords(count)}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      act={signOut}
    >
      {count === 1 ? 'It stays' : 'They stay'} on this phone and can be sent only after you have signed in here again.
    </ConfirmAction>
  );
}

/** A quiet button below the profile. */
export function Way(button: ComponentProps<typeof Button>) {
  return <Button {...button} kind="quiet" wide />;
}

const UNKNOWN = 'Unknown device';

/** The golfer's sessions; all but this one can be ended. */
export function SignedInDevices() {
  const query = useQuery(sessionsQuery());
  const ending = useAct({ mutationFn: endOtherSession, onSuccess: focusPlace });
  return (
    <Answered query={query} waiting={<Skeleton height={144} />}>
      {(sessions) => (
        <Stack as="div">
          {ending.error !== null && sessions.some(({ id }) => id === ending.variables) && (
            <Banner kind="danger" title={messageOf(ending.error)} />
          )}
          <RowList>
            {sessions.map(({ id, device, isThis, signedInAt, usedAt }) => (
              <ListRow
                key={id}
                name={device ?? UNKNOWN}
                note={isThis ? `This device, since ${momentWords(signedInAt)}` : `Last used ${momentWords(usedAt)}`}
                actions={
                  isThis ? undefined : (
                    <Button
                      kind="secondary"
                      aria-label={`Sign out ${device ?? UNKNOWN}, last used ${momentWords(usedAt)}`}
                      busy={ending.isPending && ending.variables === id}
                      disabled={ending.isPending && ending.variables !== id}
                      onClick={() => ending.mutate(id)}
                    >
                      Sign out
                    </Button>
                  )
                }
              />
            ))}
          </RowList>
          <SignOutEverywhere />
        </Stack>
      )}
    </Answered>
  );
}

/** Ends all of the golfer's sessions, in case a phone was lost or lent. Unlike signing out it needs the server. */
export function SignOutEverywhere() {
  return (
    <ConfirmAction
      button={<Way>Sign out everywhere</Way>}
      title="Sign out everywhere?"
      confirmLabel="Sign out everywhere"
      cancelLabel="Stay signed in"
      act={signOutEverywhere}
    >
      You are signed out on this phone and on every other one. Scores that a phone has not sent yet stay on it until you
      sign in there again.
    </ConfirmAction>
  );
}

/** Deletes the account after a confirmation with the password, then signs out. */
export function DeleteAccount() {
  const navigate = useNavigate();
  const password = useRef<HTMLInputElement>(null);
  const { unsent } = useSyncStatus();
  return (
    <ConfirmAction
      button={<Way>Delete Account</Way>}
      title="Delete your account?"
      confirmLabel="Delete Account"
      act={async () => {
        await confirmPassword(password.current?.value ?? '');
        // First, as the session may end before the answer.
        rememberCourse(null);
        const me = session()?.userId;
        // Retried: if only the answer was lost, the retry finds the session ended.
        await endSessionBy(() => command('DELETE', '/api/user/delete').catch(unless('UNAUTHORIZED')));
        changeOutbox((box) => ({ ...box, waiting: box.waiting.filter(({ by }) => by !== me) }));
      }}
      onDone={() => navigate(paths.signIn({ 'account-deleted': 'true' }), { replace: true })}
    >
      <p style={{ marginBottom: 'var(--space-4)' }}>
        Your name, email, golf number, handicap and photo are deleted, and a round that you are playing ends for you.
        Results of your verified rounds stay, without your name.{' '}
        {unsent > 0 && `${unsentWords(unsent)} and will be lost. `}
        This can&apos;t be undone.
      </p>
      <TextField label="Your password" type="password" autoComplete="current-password" ref={password} reveal />
    </ConfirmAction>
  );
}
