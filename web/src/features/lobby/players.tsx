import type { LobbyUser, MatchAnswer, PersonRef } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { CircleCheck, Flag, Mail, SlidersHorizontal, Trash2 } from 'lucide-react';
import { unless } from '../../api/call/errors.js';
import { refreshMatch, removePlayer } from '../../api/match.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { Avatar } from '../../ui/avatar.js';
import { Card, HeadRow, Stack } from '../../ui/page-parts.js';
import { Chip } from '../../ui/chip.js';
import { IconButton } from '../../ui/icon-button.js';
import { ScanToJoin } from './host/scan-to-join.js';

interface PlayersCardProps {
  answer: MatchAnswer;
  /** Whether players can be removed, and invited golfers join by a code. */
  isHost?: boolean;
  children?: ReactNode;
}

/** The group, players with their progress and then invited golfers, with actions below. */
export function PlayersCard({ answer: { match, lobby }, isHost = false, children }: PlayersCardProps) {
  return (
    <Card as="section" aria-labelledby="players">
      <Stack>
        <HeadRow>
          <h2 id="players">Players</h2>
          <small>
            {lobby.users.length + lobby.invited.length} of {match.maxGroupSize}
          </small>
        </HeadRow>
        <RowList>
          {lobby.users.map((player) => (
            <ListRow
              key={player.id}
              lead={<Avatar name={player.fullName} src={player.avatar} />}
              name={player.fullName}
              mark={progressOf(player)}
              note={noteOf(player, match.isSocial)}
              actions={isHost && !player.isHost ? <RemovePlayer matchId={match.id} player={player} /> : undefined}
            />
          ))}
          {lobby.invited.map((golfer) => (
            <ListRow
              key={golfer.inviteId}
              lead={<Avatar name={golfer.fullName} src={golfer.avatar} />}
              name={golfer.fullName}
              mark={<Chip icon={<Mail />}>Invited</Chip>}
              note={`GA ${golfer.handicapForShow}`}
              {...(isHost && {
                actions: <RemovePlayer matchId={match.id} player={golfer} invited />,
                below: <ScanToJoin matchId={match.id} invited={golfer} />,
              })}
            />
          ))}
        </RowList>
        {children}
      </Stack>
    </Card>
  );
}

function progressOf({ isHost, ready }: LobbyUser): ReactNode {
  if (isHost) return <Chip icon={<Flag />}>Host</Chip>;
  if (!ready) return <Chip icon={<SlidersHorizontal />}>Setting up</Chip>;
  return (
    <Chip kind="primary" icon={<CircleCheck />}>
      Ready
    </Chip>
  );
}

function noteOf({ dailyHandicapForShow: daily, handicapForShow, marker }: LobbyUser, isSocial: boolean): string {
  const handicap = daily === null ? `GA ${handicapForShow}` : `Daily ${daily}`;
  return isSocial || marker === null ? handicap : `${handicap} · Marker: ${marker.fullName}`;
}

interface RemoveProps {
  matchId: string;
  player: PersonRef;
  invited?: boolean;
}

/** Removes a player, or withdraws the invitation of one who has not answered, after a confirmation. */
function RemovePlayer({ matchId, player: { id, fullName }, invited = false }: RemoveProps) {
  const label = `${invited ? 'Withdraw invitation of' : 'Remove'} ${fullName}`;
  return (
    <ConfirmAction
      button={<IconButton label={label} icon={<Trash2 size={20} />} />}
      title={invited ? 'Withdraw invitation' : 'Remove player'}
      confirmLabel={invited ? 'Withdraw invitation' : label}
      danger={!invited}
      act={async () => {
        try {
          await removePlayer(matchId, id).catch(unless('INVITE_NOT_FOUND'));
        } finally {
          await refreshMatch(matchId);
        }
      }}
    >
      {invited
        ? `${fullName} has not answered yet. You can invite the same player again.`
        : 'Are you sure? Are they really that bad?'}
    </ConfirmAction>
  );
}
