import type { MatchAnswer, Match } from '@fairmark/contract';
import { type FunctionComponent, useState, useEffect } from 'react';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { LobbyPage } from './parts/lobby-page.js';
import { Answered } from '../../shared/answered.js';
import { Ellipsis, LogOut } from 'lucide-react';
import { SheetOfButton } from '../../ui/overlays/dialogs.js';
import { useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { queryClient } from '../../api/call/query-client.js';
import { unless, hasCode } from '../../api/call/errors.js';
import { leaveLobby, matchQuery, forgetRound, storedRound } from '../../api/match.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { beginRound, leavingMatch, enterMatch, leaving } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { Button, IconButton } from '../../ui/button.js';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoom } from '../../api/realtime/realtime.js';
import { useSession } from '../../api/use-session.js';
import { useRevealed } from '../../ui/hooks/use-revealed.js';

/** Prefetches the lobby while its page loads, also one that was left before: Back may lead to it. */
export function loader({ request }: LoaderFunctionArgs) {
  const matchId = new URL(request.url).searchParams.get('id');
  if (matchId !== null) {
    leaving.delete(matchId);
    void queryClient.prefetchQuery(matchQuery(matchId));
  }
  void queryClient.prefetchQuery(userQuery());
  return null;
}

/** Placeholder while a lobby loads. */
export const LOADING = <Skeleton lines={2} height={240} />;

export interface LobbyProps {
  answer: MatchAnswer;
}

interface OpenLobbyProps {
  /** Whether it is the host's page. */
  isHost?: boolean;
  /** Remounted for another match, so that no choice carries over. */
  Lobby: FunctionComponent<LobbyProps>;
}

/** The frame of a lobby page. */
export function OpenLobby({ isHost = false, Lobby }: OpenLobbyProps) {
  const lobby = useLobby(isHost);
  return (
    <LobbyPage data-wide="true">
      <PageHeading
        over={lobby.data?.match.course.name ?? '\u00a0'}
        aside={<LobbyMenu match={lobby.data?.match} isHost={isHost} />}
      >
        {isHost ? 'Round settings' : 'Player settings'}
      </PageHeading>
      <Answered query={lobby} waiting={LOADING}>
        {(answer) => <Lobby key={answer.match.id} answer={answer} />}
      </Answered>
    </LobbyPage>
  );
}

/** Leaving a lobby before its start: rare, so away from the thumb. Disabled until the match is known. */
function LobbyMenu({ match, isHost }: { match: Match | undefined; isHost: boolean }) {
  const navigate = useNavigate();
  const title = isHost ? 'Delete Round Set-up' : 'Leave Round Set-up';
  const more = <IconButton label="More" icon={<Ellipsis />} aria-haspopup="dialog" disabled={match === undefined} />;
  if (match === undefined) return more;
  return (
    <SheetOfButton button={more} title="Round set-up">
      {isHost && <small>To change the course, match type or tee, delete this set-up and make another.</small>}
      <ConfirmAction
        button={
          <Button kind="secondary" wide icon={<LogOut size={18} />}>
            {title}
          </Button>
        }
        title={title}
        confirmLabel={isHost ? 'Delete set-up' : 'Leave set-up'}
        act={() => leavingMatch(match.id, () => leaveLobby(match.id).catch(unless('MATCH_NOT_FOUND', 'MATCH_ENDED')))}
        onDone={() => navigate(paths.home(), { replace: true })}
      >
        {isHost
          ? 'The set-up ends for everyone who has joined or was invited.'
          : `${match.host.fullName} can invite you again.`}
      </ConfirmAction>
    </SheetOfButton>
  );
}

/** The lobby in the URL, or the one stored on the phone; redirects golfers who do not belong there (any more). */
function useLobby(isHostPage: boolean) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [stored] = useState(() => storedRound().matchId);
  const matchId = params.get('id') ?? stored;
  const userId = useSession()?.userId ?? '';
  const query = useQuery({
    ...matchQuery(matchId ?? ''),
    // A function, checked for each fetch: a lobby that I am leaving must not be fetched again.
    enabled: () => matchId !== null && !leaving.has(matchId),
  });
  const { data, error, refetch } = query;
  useMatchRoom(data === undefined ? null : matchId);

  // The lobby that this page has shown as open: the golfer saw what happened to it since.
  const [shown, setShown] = useState<string | null>(null);
  const seen = shown === matchId;
  const gone = isGone(query);
  const known = data === undefined ? null : lobbyExit(data.match, isHostPage, { userId, seen });
  const exit = matchId === null || gone ? paths.home() : known;

  const open = exit === null ? (data?.match.id ?? null) : null;
  useEffect(() => {
    if (open === null) return;
    setShown(open);
    enterMatch(open);
  }, [open]);

  useEffect(() => {
    if (exit === null || (matchId !== null && leaving.has(matchId))) return;
    if ((gone || exit === paths.lobbyEnded()) && storedRound().matchId === matchId) forgetRound();
    const goTo = (page: string) => navigate(page, { replace: true, state: gone && seen ? { why: 'gone' } : null });
    if (exit === ROUND && matchId !== null) void beginRound(matchId).then((hole) => goTo(paths.score(hole)));
    else void goTo(exit);
  }, [exit, gone, matchId, seen, navigate]);

  return { data: useRevealed(exit === null ? data : undefined), error: exit === null ? error : null, refetch };
}

/** Whether a match is not found. Not while it is read again: the golfer may have been invited again since. */
function isGone({ error, isFetching }: { error: Error | null; isFetching: boolean }): boolean {
  return !isFetching && hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND');
}

/** The hole to resume at, which is not known yet. */
const ROUND = 'round';

/**
 * The page to redirect to from a lobby page (docs/product.md, Lobby and invitations 20); null: stay. `seen`: the page
 * has shown the lobby as open.
 */
function lobbyExit(match: Match, isHostPage: boolean, { userId, seen }: { userId: string; seen: boolean }) {
  const isHost = match.host.id === userId;
  if (match.ended) return seen ? paths.lobbyEnded() : paths.home();
  if (match.started) return seen ? ROUND : paths.home();
  if (isHostPage) return isHost ? null : paths.home();
  return isHost ? paths.lobby(match.id) : null;
}
