import type { Lobby, MatchAnswer } from '@fairmark/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshMatch, refreshMine, startMatch } from '../../../api/match.js';
import { beginRound } from '../../../shared/resume/leaving.js';
import { paths } from '../../../shared/routing/paths.js';
import { useAct } from '../../../shared/acting.js';
import { Button } from '../../../ui/button.js';
import { announce } from '../../../ui/live-region.js';
import { useChange } from '../../../ui/hooks/use-change.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Foot } from '../parts/lobby-page.js';
import { Modal } from '../../../ui/overlays/dialogs.js';
import { namesOf } from '../../../text/words.js';

/**
 * The start button, and above it what the host is waiting for. A practice round can start without the golfers who have
 * not answered, after a confirmation: their invitations end.
 */
export function StartBar({ answer }: { answer: MatchAnswer }) {
  const { match, lobby } = answer;
  const navigate = useNavigate();
  const [awaiting, setAwaiting] = useState(false);
  const reason = whyNotStart(answer);
  const waiting = reason || awaited(lobby);
  const start = useAct({
    mutationFn: async () => {
      await startMatch({ matchId: match.id });
      return beginRound(match.id);
    },
    onSuccess: (hole) => {
      refreshMine();
      void navigate(paths.score(hole), { replace: true });
    },
    onError: () => void refreshMatch(match.id),
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
  // While closing or starting, the dialog keeps naming those it asked about.
  const [asked, setAsked] = useState(lobby.invited);
  if (lobby.invited.length > 0 && asked !== lobby.invited) setAsked(lobby.invited);
  const [them, have, ends] =
    asked.length > 1 ? ['them', 'have', 'their invitations end'] : [namesOf(asked), 'has', 'the invitation ends'];
  return (
    <Foot>
      <CommandBanner error={start.error} />
      {reason === '' && waiting !== '' && <small>{waiting}</small>}
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
      <Modal
        open={awaiting}
        onOpenChange={setAwaiting}
        title="Awaiting invited players"
        actions={
          <>
            <Button busy={start.isPending} onClick={() => start.mutate()}>
              Start without {them}
            </Button>
            <Button kind="secondary" onClick={() => setAwaiting(false)}>
              Wait
            </Button>
          </>
        }
      >
        {namesOf(asked)} {have} not answered yet. If you start now, {ends}.
      </Modal>
    </Foot>
  );
}

/** Why the host cannot start yet; empty if they can (docs/product.md, Lobby and invitations 13 and 14). */
export function whyNotStart({ match, lobby, userMatchSettings }: MatchAnswer): string {
  if ((userMatchSettings?.handicap ?? null) === null) return 'Set your round handicap first';
  if (match.isSocial) return '';
  const others = lobby.users.filter(({ isHost }) => !isHost);
  if (others.length === 0 && lobby.invited.length === 0) return 'Invite a player: a match round needs a marker';
  const unready = others.filter(({ ready }) => !ready);
  if (unready.length > 0) return `Waiting for ${namesOf([...unready, ...lobby.invited])} to be ready`;
  const unmarked = lobby.users.filter(({ marker }) => marker === null);
  if (lobby.invited.length > 0) return awaited(lobby);
  return unmarked.length > 0 ? `Choose a marker for ${namesOf(unmarked)}` : '';
}

function awaited({ invited }: Lobby): string {
  return invited.length === 0 ? '' : `Waiting for ${namesOf(invited)} to answer`;
}
