import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unless } from '../../../api/call/errors.js';
import { refreshMatch, removePlayer } from '../../../api/match.js';
import { Button } from '../../../ui/button.js';
import { Modal, type OpenState } from '../../../ui/overlays/dialogs.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Stack } from '../../../ui/page-parts.js';
import { namesOf } from '../parts/words.js';

interface AwaitingPlayersProps extends OpenState {
  answer: MatchAnswer;
  onStart: () => void;
  starting: boolean;
}

/** With open invitations a match round waits or takes them back; a practice round may begin, which cancels them. */
export function AwaitingPlayers({ answer, open, onOpenChange, onStart, starting }: AwaitingPlayersProps) {
  const { match, lobby } = answer;
  // What closes, or starts, goes on naming those whom it asked about.
  const [asked, setAsked] = useState(lobby.invited);
  if (lobby.invited.length > 0 && asked !== lobby.invited) setAsked(lobby.invited);
  const removeAll = useMutation({
    mutationFn: async () => {
      for (const { id } of lobby.invited) {
        await removePlayer(match.id, id).catch(unless('INVITE_NOT_FOUND'));
      }
    },
    onSuccess: () => onOpenChange(false),
    onSettled: () => refreshMatch(match.id),
  });
  const many = asked.length > 1;
  const take = many ? 'Take the invitations back' : 'Take the invitation back';
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="Awaiting invited players"
      actions={
        match.isSocial ? (
          <>
            <Button busy={starting} onClick={onStart}>
              Start without {many ? 'them' : namesOf(asked)}
            </Button>
            <Button kind="secondary" onClick={() => onOpenChange(false)}>
              Wait
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => onOpenChange(false)}>Wait</Button>
            <Button kind="secondary" busy={removeAll.isPending} onClick={() => removeAll.mutate()}>
              {take}
            </Button>
          </>
        )
      }
    >
      <Stack>
        <p>
          {namesOf(asked)} {many ? 'have' : 'has'} not answered yet.{' '}
          {match.isSocial
            ? `If you start now, ${many ? 'their invitations end' : 'the invitation ends'}.`
            : 'A match round starts when everybody who is invited has accepted and is ready.'}
        </p>
        <CommandBanner error={removeAll.error} />
      </Stack>
    </Modal>
  );
}
