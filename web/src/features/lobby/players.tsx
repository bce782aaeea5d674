import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { Lobby, LobbyUser, MatchAnswer } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { CircleCheck, Flag, Mail, SlidersHorizontal } from 'lucide-react';
import { Avatar } from '../../ui/avatar.js';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-3);
  min-height: 64px;
  padding-block: var(--space-2);
  & > div:first-of-type {
    flex: 1;
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    overflow-wrap: anywhere;
    font-weight: 600;
    line-height: 1.25;
  }
  & small {
    line-height: 1.3;
  }
`;

/** Actions for an invitation, below the text: two buttons do not fit beside it. */
const Below = styled.div`
  display: flex;
  flex: 0 0 100%;
  flex-wrap: wrap;
  gap: var(--space-2);
  margin-block: var(--space-2);
`;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-2);
  font-weight: 600;
  font-size: var(--text-14);
  &[data-state='host'] {
    color: var(--brass);
  }
  &[data-state='ready'] {
    color: var(--primary);
  }
`;

/** A player's progress in joining a round. */
const STATES = {
  host: { label: 'Host', Icon: Flag },
  invited: { label: 'Invited', Icon: Mail },
  'setting-up': { label: 'Setting up', Icon: SlidersHorizontal },
  ready: { label: 'Ready', Icon: CircleCheck },
} as const;

const appear = keyframes`from { opacity: 0; }`;

const List = styled.ul`
  display: grid;
  & > li {
    border-top: 1px solid var(--line);
    animation: ${appear} var(--sheet) var(--ease);
  }
  & > li:first-of-type {
    border-top: 0;
  }
`;

interface PlayersProps {
  answer: MatchAnswer;
  renderActions?: (player: LobbyUser) => ReactNode;
  /** The host's actions for a golfer who has not answered. */
  renderInvitedActions?: (player: Lobby['invited'][number]) => ReactNode;
}

/** The group: players with their progress, then invited golfers. */
export function Players({ answer: { match, lobby }, renderActions, renderInvitedActions }: PlayersProps) {
  return (
    <List>
      {lobby.users.map((player) => (
        <PlayerRow key={player.id} player={player} state={stateOf(player)} actions={renderActions?.(player)}>
          {player.dailyHandicapForShow === null
            ? `GA ${player.handicapForShow}`
            : `Daily ${player.dailyHandicapForShow}`}
          {!match.isSocial && player.marker !== null && ` · Marker: ${player.marker.fullName}`}
        </PlayerRow>
      ))}
      {lobby.invited.map((player) => (
        <PlayerRow
          key={player.inviteId}
          player={player}
          state="invited"
          actions={renderInvitedActions && <Below>{renderInvitedActions(player)}</Below>}
        >
          GA {player.handicapForShow}
        </PlayerRow>
      ))}
    </List>
  );
}

function stateOf({ isHost, ready }: LobbyUser): keyof typeof STATES {
  if (isHost) return 'host';
  return ready ? 'ready' : 'setting-up';
}

interface PlayerRowProps {
  player: Pick<LobbyUser, 'fullName' | 'avatar'>;
  state: keyof typeof STATES;
  actions: ReactNode;
  children: ReactNode;
}

/** A player of a group, with marker and progress. */
function PlayerRow({ player: { fullName, avatar }, state, actions, children }: PlayerRowProps) {
  const { label, Icon } = STATES[state];
  return (
    <li>
      <Row>
        <Avatar name={fullName} src={avatar} />
        <div>
          <strong>{fullName}</strong>
          <small>{children}</small>
          <State data-state={state}>
            <Icon size={16} />
            {label}
          </State>
        </div>
        {actions}
      </Row>
    </li>
  );
}
