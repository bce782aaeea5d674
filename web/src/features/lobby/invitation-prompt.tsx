import type { Invite } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invitesQuery } from '../../api/match.js';
import { paths } from '../../shared/routing/paths.js';
import { shortName } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Modal } from '../../ui/overlays/dialogs.js';
import { CommandBanner } from './parts/command-banner.js';
import { Stack } from '../../ui/page-parts.js';
import { OtherLobbyConfirm, useAnswer } from './other-lobby.js';
import { PLAY_TYPE_WORDS } from '../../shared/play-types.js';

/** Offers invitations one after the other. Those closed without an answer are offered again on the next visit. */
export function InvitationPrompt() {
  const { data: invites = [] } = useQuery(invitesQuery());
  const [closed, setClosed] = useState<readonly string[]>([]);
  // Kept while the dialog closes, and when it has ended: the golfer may be reading it.
  const [shown, setShown] = useState<Invite | null>(null);
  const open = shown !== null && !closed.includes(shown.id);
  const next = invites.find(({ id }) => !closed.includes(id));
  if (!open && next !== undefined) setShown(next);
  if (shown === null) return null;
  return (
    <Invitation
      key={shown.id}
      invite={shown}
      open={open}
      // While it closes, it keeps the words that the golfer has answered.
      ended={open && invites.every(({ id }) => id !== shown.id)}
      onClose={() => setClosed((known) => [...known, shown.id])}
    />
  );
}

interface InvitationProps {
  invite: Invite;
  open: boolean;
  /** Whether it can no longer be answered. */
  ended: boolean;
  onClose: () => void;
}

function Invitation({ invite, open, ended, onClose }: InvitationProps) {
  const navigate = useNavigate();
  const { id: inviteId, matchId, host, course, match } = invite;
  const onAccepted = (): void => {
    onClose();
    void navigate(paths.invitedLobby(matchId));
  };
  const { accepting, error, yes, no } = useAnswer(inviteId, matchId, onAccepted, onClose);
  const busy = yes.busy || no.busy;
  const over = ended && !busy;
  return (
    <>
      <Modal
        open={open && accepting.other === null}
        onOpenChange={(next) => {
          if (!next && !busy) onClose();
        }}
        title="Invitation!"
        actions={
          over ? (
            <Button onClick={onClose}>OK</Button>
          ) : (
            <>
              <Button {...yes}>Accept</Button>
              <Button kind="secondary" {...no}>
                No thanks
              </Button>
            </>
          )
        }
      >
        <Stack>
          <p>
            <strong>{host.fullName}</strong> invites you to a {PLAY_TYPE_WORDS[match.playType].toLowerCase()} at{' '}
            <strong>{course.name}</strong>.
          </p>
          {over ? (
            <Banner kind="info" title="This invitation has ended">
              {shortName(host)} has started without you or withdrawn it, or you have answered it on another phone.
            </Banner>
          ) : (
            <CommandBanner error={error} />
          )}
        </Stack>
      </Modal>
      <OtherLobbyConfirm {...accepting} confirmLabel="Accept the invitation" />
    </>
  );
}
