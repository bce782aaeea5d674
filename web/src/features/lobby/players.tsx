import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { Lobby, LobbyUser, MatchAnswer } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { CircleCheck, Flag, Mail, SlidersHorizontal } from 'lucide-react';
import { Avatar } from '../../ui/avatar.js';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-height: 64px;
  padding-block: var(--space-2);
  & > div {
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
    font-variant-numeric: tabular-nums;
    line-height: 1.3;
  }
`;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-2);
  font-weight: 600;
  font-size: var(--text-14);
  & > svg {
    flex: none;
  }
  &[data-state='host'] {
    color: var(--brass);
  }
  &[data-state='ready'] {
    color: var(--primary);
  }
`;

/** How far a player is with joining a round. */
type PlayerStateKind = 'host' | 'invited' | 'setting-up' | 'ready';

const ICONS = { host: Flag, invited: Mail, 'setting-up': SlidersHorizontal, ready: CircleCheck } as const;

interface PlayerRowProps {
  name: string;
  /** The picture's address; initials without one. */
  avatar?: string | null;
  /** For example "Daily 14". */
  detail?: ReactNode;
  state: { kind: PlayerStateKind; label: string };
  /** Who keeps this player's card. */
  marker?: string;
  actions?: ReactNode;
}

/** A player of a group: who it is, who marks, and the state as icon and word. Stands inside the caller's list item. */
export function PlayerRow({ name, avatar, detail, state, marker, actions }: PlayerRowProps) {
  const Icon = ICONS[state.kind];
  return (
    <Row>
      <Avatar name={name} src={avatar} />
      <div>
        <strong>{name}</strong>
        {(detail !== undefined || marker !== undefined) && (
          <small>
            {detail}
            {detail !== undefined && marker !== undefined && ' · '}
            {marker !== undefined && `Marker: ${marker}`}
          </small>
        )}
        <State data-state={state.kind}>
          <Icon size={16} aria-hidden="true" />
          {state.label}
        </State>
      </div>
      {actions}
    </Row>
  );
}

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
