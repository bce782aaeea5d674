import { LIMITS } from '@fairmark/contract';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { useLiveMatch } from '../../outbox/use-outbox.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { preload } from '../../ui/overlays/on-demand.js';
import { Skeleton } from '../../ui/skeleton.js';
import { scoringCards } from './parts/cards.js';
import { HoleScreen, overTheHole } from './hole-screen.js';
import type { HoleOfRound } from './use-hole.js';
import { Message } from './parts/layout.js';
import { Gone, useForgotten } from '../../shared/gone.js';
import { useQuery } from '@tanstack/react-query';
import { currentQuery, rememberMatch, storedRound } from '../../api/match.js';

const LOADING = <Skeleton lines={3} height={96} label="Loading the hole" />;

/** /score/{hole}: one hole of the round, on my card and on the cards that I mark. */
export function Component() {
  const { matchId, inPlay } = useRoundOfPage();
  const { hole: text } = useParams();
  useEffect(() => preload(overTheHole), []);
  if (matchId === undefined) return <Message>{LOADING}</Message>;
  if (matchId === null) return <Navigate to={paths.home()} replace />;
  // The nearest hole; the first if the address names no number.
  const holeNumber = Math.min(LIMITS.holes, Math.max(1, Math.round(Number(text)) || 1));
  if (text !== String(holeNumber)) {
    return <Navigate to={paths.score(holeNumber, inPlay ? undefined : matchId)} replace />;
  }
  return <RoundHole key={matchId} {...{ matchId, inPlay, holeNumber }} />;
}

function RoundHole({ matchId, inPlay, holeNumber }: Pick<HoleOfRound, 'inPlay' | 'holeNumber'> & { matchId: string }) {
  const { match, error, waiting, refetch } = useLiveMatch(matchId);
  const me = useSession()?.userId ?? '';
  const cards = useMemo(
    () => (match === undefined ? [] : scoringCards(match, me, holeNumber, waiting)),
    [match, me, holeNumber, waiting],
  );
  if (hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND')) return <Gone matchId={matchId} />;
  if (match === undefined) {
    return (
      <Message>{error === null ? LOADING : <ErrorState onRetry={refetch}>{messageOf(error)}</ErrorState>}</Message>
    );
  }
  if (!match.match.started) {
    if (match.match.ended) return <Gone matchId={matchId} />;
    return <Navigate to={match.match.host.id === me ? paths.lobby(matchId) : paths.invitedLobby(matchId)} replace />;
  }
  const [first] = cards;
  if (first === undefined) return <NothingToScore matchId={matchId} />;
  return <HoleScreen {...{ match, cards, first, me, inPlay, holeNumber }} />;
}

/** I left this round, perhaps on another phone, and mark no other card. */
function NothingToScore({ matchId }: { matchId: string }) {
  useForgotten(matchId);
  return (
    <Message>
      <h1 className="visually-hidden">Your round</h1>
      <EmptyState
        title="You are not in this round any more"
        action={
          <>
            <ButtonLink to={paths.home()}>Back to the start</ButtonLink>
            <ButtonLink kind="quiet" to={paths.scorecard(matchId)}>
              See the scorecard
            </ButtonLink>
          </>
        }
      >
        Your card was withdrawn, and you mark no other player.
      </EmptyState>
    </Message>
  );
}

/**
 * Finds the page's match: the one in the URL, else the one stored on this phone, else the one in progress; and whether
 * it is the round in play. While they are looked up, both are undefined. Stores the match in progress on a phone that
 * did not know it. The stored match is read when the page opens: if it is forgotten later because the round ends, the
 * page is about to be left.
 */
function useRoundOfPage(): { matchId: string | null | undefined; inPlay: boolean | undefined } {
  const [query] = useSearchParams();
  const named = query.get('id');
  const [opened, setOpened] = useState(() => ({ named, mine: storedRound().matchId }));
  if (opened.named !== named) setOpened({ named, mine: storedRound().matchId });
  const { mine } = opened;
  const known = named ?? mine;
  // The match in progress may have been started on another phone.
  const { data, isPending } = useQuery({ ...currentQuery(), enabled: known === null || known !== mine });
  const running = mine === null && isPending ? undefined : (data?.matchId ?? null);
  const matchId = known ?? running;
  const inPlay = matchId === mine || (running === undefined ? undefined : matchId === running);
  const adopted = running && running === matchId && running !== mine ? running : null;
  useEffect(() => {
    if (adopted === null) return;
    rememberMatch(adopted);
    setOpened({ named, mine: adopted });
  }, [adopted, named]);
  return { matchId, inPlay };
}
