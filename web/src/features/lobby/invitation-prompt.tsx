import type { Invite } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invitesQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { Modal } from '../../ui/overlays/dialogs.js';
import { CommandBanner } from './parts/command-banner.js';
import { Stack } from '../../ui/page-parts.js';
import { AcceptConfirm, useAcceptInvite, useDenyInvite } from './other-lobby.js';
import { PLAY_TYPE_WORDS } from './parts/words.js';

/** Offers invitations one after the other. One closed without an answer is offered again at the next load. */
export function InvitationPrompt() {
  const { data: invites = [] } = useQuery(invitesQuery());
  const [later, setLater] = useState<readonly string[]>([]);
  const invite = invites.find(({ id }) => !later.includes(id));
  // While the dialog closes, keep showing its invitation.
  const [shown, setShown] = useState<Invite | null>(null);
  if (invite !== undefined && invite.id !== shown?.id) setShown(invite);
  if (shown === null) return null;
  return (
    <Invitation
      key={shown.id}
      invite={shown}
      open={invite !== undefined}
      onLater={() => setLater((known) => [...known, shown.id])}
    />
  );
}

function Invitation({ invite, open, onLater }: { invite: Invite; open: boolean; onLater: () => void }) {
  const navigate = useNavigate();
  const { id: inviteId, matchId, host, course, match } = invite;
  // Don't refetch the list after a refusal: if the invitation is gone, the error message would disappear with it.
  const accepting = useAcceptInvite(inviteId, matchId, () => {
    answered(inviteId);
    void navigate(paths.invitedLobby(matchId));
  });
  const { accept, other } = accepting;
  const deny = useDenyInvite(inviteId, matchId, () => answered(inviteId));
  const busy = accept.isPending || deny.isPending;
  return (
    <>
      <Modal
        open={open && other === null}
        onOpenChange={(next) => {
          if (!next && !busy) onLater();
        }}
        title="Invitation!"
        actions={
          <>
            <Button busy={accept.isPending} disabled={deny.isPending} onClick={() => accept.mutate(undefined)}>
              Accept
            </Button>
            <Button
              kind="secondary"
              busy={deny.isPending}
              disabled={accept.isPending}
              onClick={() => {
                accept.reset();
                deny.mutate();
              }}
            >
              No thanks
            </Button>
          </>
        }
      >
        <Stack>
          <p>
            <strong>{host.fullName}</strong> invites you to a {PLAY_TYPE_WORDS[match.playType].toLowerCase()} at{' '}
            <strong>{course.name}</strong>.
          </p>
          <CommandBanner error={accept.error ?? deny.error} />
        </Stack>
      </Modal>
      <AcceptConfirm {...accepting} />
    </>
  );
}

function answered(inviteId: string): void {
  queryClient.setQueryData(invitesQuery().queryKey, (known) => known?.filter(({ id }) => id !== inviteId));
}
