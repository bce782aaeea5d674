import type { MatchAnswer, Match } from '@fairmark/contract';
import { Fragment, type ComponentProps, type ReactNode, useState, useEffect } from 'react';
import { Card } from '../../ui/card.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { LobbyPage } from './parts/lobby-page.js';
import { HeadRow, Note, Stack } from '../../ui/page-parts.js';
import { Players } from './players.js';
import { type LobbyRole, lobbyExit } from './lobby-exit.js';
import { Answered } from '../../shared/answered.js';
import { Ellipsis, LogOut } from 'lucide-react';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { IconButton } from '../../ui/icon-button.js';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { unless, hasCode } from '../../api/call/errors.js';
import { deleteRound, leaveLobby, refreshMine, matchQuery } from '../../api/match.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { leavingMatch, enterMatch, isLeaving } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { CommandBanner } from './parts/command-banner.js';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoom } from '../../api/realtime/hooks.js';
import { forgetRound, storedRound } from '../../api/stored-round.js';
import { useSession } from '../../api/use-session.js';
import { beginRound } from '../../shared/resume/begin-round.js';
import { useRevealed } from '../../ui/hooks/use-revealed.js';

/** Holds the place of a lobby. */
export function LobbySkeleton() {
  return <Skeleton lines={2} height={240} />;
}

interface OpenLobbyProps {
  role: LobbyRole;
  title: string;
  /** Of another match it starts afresh: nothing that was picked for one lobby is meant for the next. */
  children: (answer: MatchAnswer) => ReactNode;
}

/** The page of a lobby: what can be done in it once it is known. */
export function OpenLobby({ role, title, children }: OpenLobbyProps) {
  const lobby = useLobby(role);
  return (
    <LobbyPage data-wide="true">
      <PageHeading
        over={lobby.data?.match.course.name ?? '\u00a0'}
        aside={<LobbyMenu match={lobby.data?.match} isHost={role === 'host'} />}
      >
        {title}
      </PageHeading>
      <Answered query={lobby} waiting={<LobbySkeleton />}>
        {(answer) => <Fragment key={answer.match.id}>{children(answer)}</Fragment>}
      </Answered>
    </LobbyPage>
  );
}

/** Who is in the group and who was asked; below them what can be done about it. */
export function PlayersCard({ children, ...players }: ComponentProps<typeof Players> & { children?: ReactNode }) {
  const { match, lobby } = players.answer;
  return (
    <Card as="section" aria-labelledby="players">
      <Stack>
        <HeadRow>
          <h2 id="players">Players</h2>
          <Note>
            {lobby.users.length + lobby.invited.length} of {match.maxGroupSize}
          </Note>
        </HeadRow>
        <Players {...players} />
        {children}
      </Stack>
    </Card>
  );
}

/** What is seldom done in a lobby, away from the thumb. Holds its place until the match is known. */
function LobbyMenu({ match, isHost }: { match: Match | undefined; isHost: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="More"
        icon={<Ellipsis />}
        aria-haspopup="dialog"
        disabled={match === undefined}
        onClick={() => setOpen(true)}
      />
      {match !== undefined && (
        <Sheet open={open} onOpenChange={setOpen} title="Round set-up">
          <LeaveLobby match={match} isHost={isHost} />
        </Sheet>
      )}
    </>
  );
}

/** The way out before the start: the host deletes the set-up for all, a guest leaves it. Asks first. */
function LeaveLobby({ match, isHost }: { match: Match; isHost: boolean }) {
  const navigate = useNavigate();
  const title = isHost ? 'Delete Round Set-up' : 'Leave Round Set-up';
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" wide icon={<LogOut size={18} />}>
          {title}
        </Button>
      }
      title={title}
      confirmLabel={isHost ? 'Delete set-up' : 'Leave set-up'}
      act={() =>
        leavingMatch(match.id, () =>
          (isHost ? deleteRound(match.id) : leaveLobby(match.id)).catch(unless('MATCH_NOT_FOUND', 'MATCH_ENDED')),
        )
      }
      onDone={() => {
        refreshMine();
        return navigate(paths.home(), { replace: true });
      }}
      renderRefusal={(error) => <CommandBanner error={error} />}
    >
      {isHost
        ? 'The set-up ends for everybody who has joined or was invited.'
        : `${match.host.fullName} can invite you again.`}
    </ConfirmAction>
  );
}

/** What a lobby page knows: an open lobby, or why it can't show one (yet). */
interface LobbyNow {
  /** The lobby, open and mine; undefined: not known yet, or the golfer is being led elsewhere. */
  data: MatchAnswer | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * The lobby that the address names, or else the phone remembers: looked at as long as the page shows it, and left for
 * wherever the golfer belongs when it has started, has ended or is not mine.
 */
function useLobby(role: LobbyRole): LobbyNow {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [stored] = useState(() => storedRound().matchId);
  const matchId = params.get('id') ?? stored;
  const userId = useSession()?.userId ?? '';
  const { data, error, refetch } = useQuery({
    ...matchQuery(matchId ?? ''),
    // Asked only when needed: a lobby that I leave is not mine to ask for any more.
    enabled: () => matchId !== null && !isLeaving(matchId),
  });
  useMatchRoom(data === undefined ? null : matchId);

  // Which lobby this page has shown open: what happens to it afterwards happened before the golfer's eyes.
  const [shown, setShown] = useState<string | null>(null);
  const gone = hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN');
  const exit =
    matchId === null || gone
      ? 'home'
      : data === undefined
        ? null
        : lobbyExit({ match: data.match, role, userId, seenOpen: shown === matchId });

  const open = exit === null ? (data?.match.id ?? null) : null;
  useEffect(() => {
    if (open === null) return;
    setShown(open);
    enterMatch(open);
  }, [open]);

  useEffect(() => {
    if (exit === null || (matchId !== null && isLeaving(matchId))) return;
    if ((gone || exit === 'ended') && storedRound().matchId === matchId) forgetRound();
    if (exit === 'ended') void navigate(paths.lobbyEnded(), { replace: true });
    else if (exit === 'host-lobby' && matchId !== null) void navigate(paths.lobby(matchId), { replace: true });
    else if (exit === 'round' && matchId !== null) {
      void beginRound(matchId).then((hole) => navigate(paths.score(hole), { replace: true }));
    } else void navigate(paths.home(), { replace: true, state: gone && shown === matchId ? { kicked: true } : null });
  }, [exit, gone, matchId, shown, navigate]);

  return { data: useRevealed(exit === null ? data : undefined), error: exit === null ? error : null, refetch };
}
