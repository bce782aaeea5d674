import type { SessionSummary } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherSession, sessionsQuery } from '../../api/auth.js';
import { messageOf } from '../../api/call/errors.js';
import { Answered } from '../../shared/answered.js';
import { momentWords } from '../../text/dates.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { Note } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { SignOutEverywhere } from './account-actions.js';

const List = styled.ul`
  display: grid;
  margin-bottom: var(--space-4);
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-1) var(--space-3);
    min-height: 72px;
    padding-block: var(--space-3);
    border-bottom: 1px solid var(--line);
  }
`;

/** Where the golfer is signed in; each of the others can be ended. */
export function SignedInDevices() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" wide onClick={() => setOpen(true)}>
        Where you&apos;re signed in
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Where you're signed in">
        <Devices />
      </Sheet>
    </>
  );
}

function Devices() {
  const query = useQuery(sessionsQuery());
  const ending = useMutation({ mutationFn: endOtherSession });
  return (
    <Answered query={query} waiting={<Skeleton height={144} />}>
      {(sessions) => (
        <>
          {ending.error !== null && <Banner kind="danger" title={messageOf(ending.error)} />}
          <List>
            {sessions.map((session) => (
              <li key={session.id}>
                <Device {...session} />
                {session.isThis || (
                  <Button
                    kind="secondary"
                    aria-label={`Sign out ${nameOf(session)}`}
                    busy={ending.isPending && ending.variables === session.id}
                    onClick={() => ending.mutate(session.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </List>
          <SignOutEverywhere />
        </>
      )}
    </Answered>
  );
}

function Device(session: SessionSummary) {
  return (
    <div>
      <b>{nameOf(session)}</b>
      <Note>
        {session.isThis
          ? `This device, since ${momentWords(session.signedInAt)}`
          : `Last used ${momentWords(session.usedAt)}`}
      </Note>
    </div>
  );
}

const nameOf = ({ device }: SessionSummary): string => device ?? 'Unknown device';
