import styled from '@emotion/styled';
import type { PublicUser } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { IconButton } from '../../ui/icon-button.js';
import { Note } from '../../ui/page-parts.js';
import { userQuery } from '../../api/auth.js';
import { GolferSearch } from '../../shared/golfers/golfer-search.js';

const Golfers = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  &:empty {
    display: none;
  }
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--key);
    padding: var(--space-1) var(--space-2) var(--space-1) var(--space-4);
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;

interface PlayerListProps {
  players: readonly PublicUser[];
  /** Undefined: players cannot be removed. */
  onRemove: ((player: PublicUser) => void) | undefined;
}

/** Who plays, each with a button that removes. */
export function PlayerList({ players, onRemove }: PlayerListProps) {
  return (
    <Golfers aria-label="Players">
      {players.map((player) => (
        <li key={player.id}>
          <Avatar name={player.fullName} src={player.avatar} />
          <span>
            {player.fullName}
            <Note>Handicap {player.handicapForShow}</Note>
          </span>
          {onRemove !== undefined && (
            <IconButton
              label={`Remove ${player.fullName}`}
              icon={<Trash2 size={20} />}
              onClick={() => onRemove(player)}
            />
          )}
        </li>
      ))}
    </Golfers>
  );
}

interface PlayerSearchProps {
  players: readonly Pick<PublicUser, 'id'>[];
  onAdd: (golfer: PublicUser) => void;
  busy?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Searches for golfers to play; oneself and recent fellow players are offered first. */
export function PlayerSearch({ players, onAdd, ...more }: PlayerSearchProps) {
  const [text, setText] = useState('');
  const { data: user } = useQuery(userQuery());
  return (
    <GolferSearch
      {...more}
      text={text}
      onTextChange={setText}
      known={user === undefined ? [] : [user, ...user.markers]}
      out={players.map(({ id }) => id)}
      onSelect={(golfer) => {
        onAdd(golfer);
        setText('');
      }}
    />
  );
}
