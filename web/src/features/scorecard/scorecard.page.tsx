import type { MatchAnswer } from '@fairmark/contract';
import { useParams } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { useLiveMatch } from '../../outbox/use-live-match.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Page } from './page-parts.js';
import { Scorecard } from './scorecard.js';
import { Gone } from '../../shared/gone.js';

/** The scorecard of a match: every player's card, the open issues and the signatures. */
export function Component() {
  const { matchId = '' } = useParams();
  const me = useSession()?.userId;
  const { match, error, waiting, refetch } = useLiveMatch(matchId);
  if (hasCode(error, 'MATCH_NOT_FOUND')) return <Gone matchId={matchId} notify />;
  if (me !== undefined && match !== undefined && match.rounds.length > 0) {
    return <Scorecard key={matchId} answer={match} me={me} waiting={waiting} />;
  }
  return (
    <Page>
      <PageHeading over={match?.match.course.name}>Scorecard</PageHeading>
      {match !== undefined && <NotStarted match={match.match} me={me} />}
      {match === undefined && error !== null && (
        <ErrorState onRetry={refetch}>
          <p>Got an error here. Please contact support.</p>
          <p>{messageOf(error)}</p>
        </ErrorState>
      )}
      {match === undefined && error === null && (
        <>
          <Skeleton label="Loading the scorecard" height={56} />
          <Skeleton lines={2} height={200} label="" />
        </>
      )}
    </Page>
  );
}

function NotStarted({ match, me }: { match: MatchAnswer['match']; me: string | undefined }) {
  if (match.ended) return <EmptyState title="This round never started">There are no cards.</EmptyState>;
  const lobby = match.host.id === me ? paths.lobby(match.id) : paths.invitedLobby(match.id);
  return (
    <EmptyState title="This round has not started yet" action={<ButtonLink to={lobby}>To the lobby</ButtonLink>}>
      The cards are here once the host has started it.
    </EmptyState>
  );
}
