import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { Lobby, LobbyUser, MatchAnswer } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { PlayerRow } from '../../golf/player-row.js';

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
  /** What the host can do about a player who has joined. */
  renderActions?: (player: LobbyUser) => ReactNode;
  /** What the host can do about one who has not answered. */
  renderInvitedActions?: (player: Lobby['invited'][number]) => ReactNode;
}

/** The group: who has joined and how far each one is, then who was asked. */
export function Players({ answer: { match, lobby }, renderActions, renderInvitedActions }: PlayersProps) {
  return (
    <List>
      {lobby.users.map((player) => (
        <li key={player.id}>
          <PlayerRow
            name={player.fullName}
            avatar={player.avatar}
            detail={
              player.dailyHandicapForShow === null
                ? `GA ${player.handicapForShow}`
                : `Daily ${player.dailyHandicapForShow}`
            }
            state={stateOf(player)}
            marker={match.isSocial || player.marker === null ? undefined : player.marker.fullName}
            actions={renderActions?.(player)}
          />
        </li>
      ))}
      {lobby.invited.map((player) => (
        <li key={player.inviteId}>
          <PlayerRow
            name={player.fullName}
            avatar={player.avatar}
            detail={`GA ${player.handicapForShow}`}
            state={{ kind: 'invited', label: 'Invited' }}
            actions={renderInvitedActions?.(player)}
          />
        </li>
      ))}
    </List>
  );
}

function stateOf({ isHost, ready }: LobbyUser) {
  if (isHost) return { kind: 'host', label: 'Host' } as const;
  return ready ? ({ kind: 'ready', label: 'Ready' } as const) : ({ kind: 'setting-up', label: 'Setting up' } as const);
}
