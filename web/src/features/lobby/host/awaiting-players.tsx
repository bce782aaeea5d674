import type { MatchAnswer } from '@fairmark/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { Modal, type OpenState } from '../../../ui/overlays/dialogs.js';
import { namesOf } from '../parts/words.js';

interface AwaitingPlayersProps extends OpenState {
  answer: MatchAnswer;
  onStart: () => void;
  starting: boolean;
}

/** Asks before a practice round begins without those who have not answered: their invitations end with it. */
export function AwaitingPlayers({ answer: { lobby }, open, onOpenChange, onStart, starting }: AwaitingPlayersProps) {
  // What closes, or starts, goes on naming those whom it asked about.
  const [asked, setAsked] = useState(lobby.invited);
  if (lobby.invited.length > 0 && asked !== lobby.invited) setAsked(lobby.invited);
  const many = asked.length > 1;
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="Awaiting invited players"
      actions={
        <>
          <Button busy={starting} onClick={onStart}>
            Start without {many ? 'them' : namesOf(asked)}
          </Button>
          <Button kind="secondary" onClick={() => onOpenChange(false)}>
            Wait
          </Button>
        </>
      }
    >
      {namesOf(asked)} {many ? 'have' : 'has'} not answered yet. If you start now,{' '}
      {many ? 'their invitations end' : 'the invitation ends'}.
    </Modal>
  );
}
