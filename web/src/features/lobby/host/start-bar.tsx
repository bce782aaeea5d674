import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshMatch, refreshMine, startMatch } from '../../../api/match.js';
import { beginRound } from '../../../shared/resume/begin-round.js';
import { paths } from '../../../shared/routing/paths.js';
import { Button } from '../../../ui/button.js';
import { announce } from '../../../ui/live-region.js';
import { useChange } from '../../../ui/hooks/use-change.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Foot } from '../parts/lobby-page.js';
import { Note } from '../../../ui/page-parts.js';
import { awaited, whyNotStart } from './why-not-start.js';
import { Modal, type OpenState } from '../../../ui/overlays/dialogs.js';
import { namesOf } from '../parts/words.js';

/** The start button, and above it what the host is waiting for. */
export function StartBar({ answer }: { answer: MatchAnswer }) {
  const { match, lobby } = answer;
  const navigate = useNavigate();
  const [awaiting, setAwaiting] = useState(false);
  const reason = whyNotStart(answer);
  const waiting = reason || awaited(lobby);
  const start = useMutation({
    mutationFn: async () => {
      await startMatch({ matchId: match.id });
      return beginRound(match.id);
    },
    onSuccess: (hole) => {
      refreshMine();
      void navigate(paths.score(hole), { replace: true });
    },
    onError: () => refreshMatch(match.id),
    onSettled: () => setAwaiting(false),
  });
  useChange(waiting, () => {
    // Also announce to screen readers what changes above the button.
    announce(waiting || 'You can start playing.');
    // The reason of an earlier refusal no longer applies.
    if (waiting === '' && start.isError) start.reset();
  });
  // Close the dialog with the last invitation, so that a later one does not open it again.
  if (awaiting && lobby.invited.length === 0 && !start.isPending) setAwaiting(false);
  return (
    <Foot>
      <CommandBanner error={start.error} />
      {reason === '' && waiting !== '' && <Note>{waiting}</Note>}
      <Button
        kind={waiting === '' ? 'primary' : 'secondary'}
        size="large"
        wide
        reason={reason}
        busy={start.isPending && !awaiting}
        onClick={() => (lobby.invited.length > 0 ? setAwaiting(true) : start.mutate())}
      >
        Start playing
      </Button>
      <AwaitingPlayers
        answer={answer}
        open={awaiting && (lobby.invited.length > 0 || start.isPending)}
        onOpenChange={setAwaiting}
        onStart={() => start.mutate()}
        starting={start.isPending}
      />
    </Foot>
  );
}

interface AwaitingPlayersProps extends OpenState {
  answer: MatchAnswer;
  onStart: () => void;
  starting: boolean;
}

/** Confirms starting a practice round without players who have not answered: their invitations end. */
function AwaitingPlayers({ answer: { lobby }, open, onOpenChange, onStart, starting }: AwaitingPlayersProps) {
  // While closing or starting, keep naming those it asked about.
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
