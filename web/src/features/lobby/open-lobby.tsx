import type { MatchAnswer } from '@fairmark/contract';
import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { Card } from '../../ui/card.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { LobbyMenu } from './lobby-menu.js';
import { LobbyPage } from './parts/lobby-page.js';
import { HeadRow, Note, Stack } from '../../ui/page-parts.js';
import { Players } from './players.js';
import { useLobby } from './use-lobby.js';
import type { LobbyRole } from './lobby-exit.js';
import { Answered } from '../../shared/answered.js';

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
