import type { PublicUser } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { IconButton } from '../../ui/icon-button.js';
import { Note } from '../../ui/page-parts.js';
import { Golfers } from './parts/page-parts.js';

interface PlayerListProps {
  players: readonly PublicUser[];
  /** Undefined: nobody can be removed. */
  onRemove: ((player: PublicUser) => void) | undefined;
}

/** Who plays, each with a button that removes. */
export function PlayerList({ players, onRemove }: PlayerListProps): ReactNode {
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
              icon={<Trash2 size={20} aria-hidden="true" />}
              onClick={() => onRemove(player)}
            />
          )}
        </li>
      ))}
    </Golfers>
  );
}
