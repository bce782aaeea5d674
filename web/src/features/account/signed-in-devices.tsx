import { useQuery } from '@tanstack/react-query';
import { endOtherSession, sessionsQuery } from '../../api/auth.js';
import { messageOf } from '../../api/call/errors.js';
import { Answered } from '../../shared/answered.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { focusPlace, useAct } from '../../shared/acting.js';
import { momentWords } from '../../text/dates.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Stack } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { SignOutEverywhere } from './account-actions.js';

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
