import type { Lobby, LobbyUser, MatchAnswer } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { CircleCheck, Flag, Mail, SlidersHorizontal } from 'lucide-react';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { Avatar } from '../../ui/avatar.js';
import { Chip } from '../../ui/chip.js';

interface PlayersProps {
  answer: MatchAnswer;
  renderActions?: (player: LobbyUser) => ReactNode;
  /** The host's actions for a golfer who has not answered, in the place of a player's. */
  renderInvitedActions?: (golfer: Lobby['invited'][number]) => ReactNode;
  /** How such a golfer's phone can join, below the name. */
  renderInvitation?: (golfer: Lobby['invited'][number]) => ReactNode;
}

/** The group: players with their progress, then invited golfers. */
export function Players({ answer: { match, lobby }, ...render }: PlayersProps) {
  const { renderActions, renderInvitedActions, renderInvitation } = render;
  return (
    <RowList>
      {lobby.users.map((player) => (
        <ListRow
          key={player.id}
          lead={<Avatar name={player.fullName} src={player.avatar} />}
          name={player.fullName}
          mark={progressOf(player)}
          note={noteOf(player, match.isSocial)}
          actions={renderActions?.(player) ?? undefined}
        />
      ))}
      {lobby.invited.map((golfer) => (
        <ListRow
          key={golfer.inviteId}
          lead={<Avatar name={golfer.fullName} src={golfer.avatar} />}
          name={golfer.fullName}
          mark={<Chip icon={<Mail />}>Invited</Chip>}
          note={`GA ${golfer.handicapForShow}`}
          actions={renderInvitedActions?.(golfer)}
          below={renderInvitation?.(golfer)}
        />
      ))}
    </RowList>
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
