import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshMatch, refreshMine, startMatch } from '../../../api/match.js';
import { beginRound } from '../../../shared/begin-round.js';
import { paths } from '../../../shared/paths.js';
import { Button } from '../../../ui/button.js';
import { announce } from '../../../ui/live-region.js';
import { useChange } from '../../../ui/use-change.js';
import { AwaitingPlayers } from './awaiting-players.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Foot } from '../parts/lobby-page.js';
import { Note } from '../../../ui/page-parts.js';
import { whyNotStart } from './why-not-start.js';
import { namesOf } from '../parts/words.js';

/** Start playing, or above it what the host is waiting for. */
export function StartBar({ answer }: { answer: MatchAnswer }) {
  const { match, lobby, userMatchSettings } = answer;
  const navigate = useNavigate();
  const [awaiting, setAwaiting] = useState(false);
  const reason = whyNotStart(answer);
  const free = reason === '' && lobby.invited.length === 0;
  // Tells a host who does not look that nothing stands in the way any more.
  useChange(free, () => free && announce('You can start playing.'));
  const start = useMutation({
    mutationFn: async () => {
      await startMatch({ matchId: match.id, userSettings: { handicap: userMatchSettings?.handicap ?? null } });
      return beginRound(match.id);
    },
    onSuccess: (hole) => {
      refreshMine();
      void navigate(paths.score(hole), { replace: true });
    },
    onError: () => refreshMatch(match.id),
    onSettled: () => setAwaiting(false),
  });
  // The dialog goes with the last invitation: another one later is another matter.
  if (awaiting && lobby.invited.length === 0 && !start.isPending) setAwaiting(false);
  return (
    <Foot>
      <CommandBanner error={start.error} />
      {reason === '' && lobby.invited.length > 0 && <Note>Waiting for {namesOf(lobby.invited)} to answer</Note>}
      <Button
        kind={free ? 'primary' : 'secondary'}
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
