import { LIMITS } from '@fairmark/contract';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { useLiveMatch } from '../../outbox/use-live-match.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { scoringCards } from './parts/cards.js';
import { preloadOverTheHole } from './card-of-hole.js';
import { HoleScreen } from './hole-screen.js';
import { Loading, Message } from './parts/layout.js';
import { Gone, useForgotten } from '../../shared/gone.js';
import { useQuery } from '@tanstack/react-query';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';

/** /score/{hole}: one hole of the round, on my card and on the cards that I mark. */
export function Component() {
  const round = useRoundOfPage();
  const { hole: text } = useParams();
  useEffect(preloadOverTheHole, []);
  if (round.matchId === null) return round.pending ? <Loading /> : <Navigate to={paths.home()} replace />;
  const holeNumber = nearestHole(text);
  if (text !== String(holeNumber)) {
    return <Navigate to={paths.score(holeNumber, round.inPlay ? undefined : round.matchId)} replace />;
  }
  return <RoundHole key={round.matchId} {...round} matchId={round.matchId} holeNumber={holeNumber} />;
}

/** The hole number of an address: rounded and clamped to 1 to 18; 1 if it is no number. */
function nearestHole(text: string | undefined): number {
  const hole = Math.round(Number(text));
  return Number.isNaN(hole) ? 1 : Math.min(LIMITS.holes, Math.max(1, hole));
}

function RoundHole({ matchId, inPlay, apart, holeNumber }: RoundOfPage & { matchId: string; holeNumber: number }) {
  const { match, error, waiting, refetch } = useLiveMatch(matchId);
  const me = useSession()?.userId ?? '';
  const cards = useMemo(
    () => (match === undefined ? [] : scoringCards(match, me, holeNumber)),
    [match, me, holeNumber],
  );
  if (hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND')) return <Gone matchId={matchId} />;
  if (match === undefined) {
    if (error === null) return <Loading />;
    return (
      <Message>
        <ErrorState onRetry={refetch}>{messageOf(error)}</ErrorState>
      </Message>
    );
  }
  if (!match.match.started) {
    if (match.match.ended) return <Gone matchId={matchId} />;
    return <Navigate to={match.match.host.id === me ? paths.lobby(matchId) : paths.invitedLobby(matchId)} replace />;
  }
  const [first] = cards;
  if (first === undefined) return <NothingToScore matchId={matchId} />;
  return <HoleScreen {...{ match, cards, first, me, inPlay, apart, holeNumber, waiting }} />;
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

/** The match of a hole page; `pending` while it is being looked up. */
interface RoundOfPage {
  matchId: string | null;
  /** Whether it is the round in play; if not, a card is viewed or changed from its scorecard, and nothing is stored. */
  inPlay: boolean;
  pending: boolean;
  /** Whether it is known not to be the round in progress. */
  apart: boolean;
}

/**
 * Finds the page's match: the one in the URL, else the one stored on this phone, else the one in progress. Stores the
 * match in progress on a phone that did not know it. The stored match is read when the page opens: if it is forgotten
 * later because the round ends, the page is about to be left.
 */
function useRoundOfPage(): RoundOfPage {
  const [query] = useSearchParams();
  const named = query.get('id');
  const [opened, setOpened] = useState(() => ({ named, mine: storedRound().matchId }));
  if (opened.named !== named) setOpened({ named, mine: storedRound().matchId });
  const { mine } = opened;
  const known = named ?? mine;
  // The match in progress may have been started on another phone.
  const { data, isPending } = useQuery({ ...currentQuery(), enabled: known === null || known !== mine });
  const running = data?.matchId ?? null;
  const matchId = known ?? running;
  const inPlay = matchId !== null && (matchId === mine || matchId === running);
  const adopted = matchId !== mine && matchId === running ? running : null;
  useEffect(() => {
    if (adopted === null) return;
    rememberMatch(adopted);
    setOpened({ named, mine: adopted });
  }, [adopted, named]);
  return { matchId, inPlay, pending: matchId === null && isPending, apart: !inPlay && !(mine === null && isPending) };
}
