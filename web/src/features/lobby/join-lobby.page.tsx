import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, hasCode, messageOf } from '../../api/call/errors.js';
import { currentQuery } from '../../api/match.js';
import { resumePath } from '../../shared/resume/resume.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { ErrorState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Spinner } from '../../ui/spinner.js';
import { Banner } from '../../ui/banner.js';
import { CommandBanner } from './parts/command-banner.js';
import { LobbyPage } from './parts/lobby-page.js';
import { Stack } from '../../ui/page-parts.js';
import { otherLobbyWords, useAcceptInvite } from './other-lobby.js';

/** /join-lobby: accepts the invitation of a link, then opens its lobby. */
export function Component() {
  const [params] = useSearchParams();
  const inviteId = params.get('inviteId');
  const matchId = params.get('matchId');
  if (inviteId === null || matchId === null) return <Navigate to={paths.home()} replace />;
  return (
    <LobbyPage>
      <PageHeading>Join the round</PageHeading>
      <Join key={inviteId} inviteId={inviteId} matchId={matchId} />
    </LobbyPage>
  );
}

function Join({ inviteId, matchId }: { inviteId: string; matchId: string }) {
  const navigate = useNavigate();
  const { data: current } = useQuery(currentQuery());
  const open = (): void => void navigate(paths.invitedLobby(matchId), { replace: true });
  const { error, data: other, variables, mutate } = useAcceptInvite(inviteId, matchId, open).act;
  useEffect(() => mutate(undefined), [mutate]);

  // The link of my own set-up, or an older one of a round that I am in.
  if (error !== null && current?.matchId === matchId) return <Navigate to={resumePath(current)} replace />;
  if (error !== null) return <NotJoined error={error} onRetry={() => mutate(variables)} />;
  if (other) {
    return (
      <Stack>
        <Banner kind="warn" title={otherLobbyWords(other)} />
        <Button size="large" onClick={() => mutate(other)}>
          Join this round
        </Button>
        <ButtonLink kind="secondary" to={resumePath(other)}>
          Stay in the other one
        </ButtonLink>
      </Stack>
    );
  }
  return <Spinner label="Joining the round" />;
}

function NotJoined({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const refused = error instanceof ApiError && !error.unanswered;
  if (!refused) return <ErrorState onRetry={onRetry}>{messageOf(error)}</ErrorState>;
  return (
    <Stack>
      <CommandBanner error={error} />
      {hasCode(error, 'INVITE_NOT_FOUND', 'INVALID_INPUT') && (
        <p>Answered, withdrawn, ended or for another player. Ask the host to invite you.</p>
      )}
      <ButtonLink kind="secondary" to={paths.home()}>
        Go to the home page
      </ButtonLink>
    </Stack>
  );
}
