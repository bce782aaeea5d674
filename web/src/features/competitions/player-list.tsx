import { LIMITS, MESSAGES, type PublicUser } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Avatar } from '../../ui/pictures.js';
import { Banner } from '../../ui/banner.js';
import { IconButton } from '../../ui/button.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { GolferSearch } from '../../shared/golfers/golfer-search.js';

interface PlayerListProps {
  players: readonly PublicUser[];
  renderRemove: ((player: PublicUser) => ReactNode) | undefined;
}

/** The players, each with {@link RemoveButton}. */
export function PlayerList({ players, renderRemove }: PlayerListProps) {
  return (
    <RowList aria-label="Players">
      {players.map((player) => (
        <ListRow
          key={player.id}
          lead={<Avatar name={player.fullName} src={player.avatar} />}
          name={player.fullName}
          note={`Handicap ${player.handicapForShow}`}
          actions={renderRemove?.(player)}
        />
      ))}
    </RowList>
  );
}

export function RemoveButton({ player, ...button }: ComponentProps<'button'> & { player: PublicUser }) {
  return <IconButton label={`Remove ${player.fullName}`} icon={<Trash2 size={20} />} {...button} />;
}

/** Searches for golfers to add, while there is room. Offers the golfer and recent fellow players first. */
export function PlayerSearch(search: ComponentProps<typeof GolferSearch>) {
  const isFull = search.listed.length >= LIMITS.competitionPlayersMax;
  return isFull ? <Banner kind="info" title={MESSAGES.competitionPlayersMany} /> : <GolferSearch {...search} />;
}
