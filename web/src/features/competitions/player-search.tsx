import type { PublicUser } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type RefObject } from 'react';
import { userQuery } from '../../api/auth.js';
import { GolferSearch } from '../../shared/golfer-search.js';

interface PlayerSearchProps {
  /** Those who play already: they are not offered again. */
  players: readonly Pick<PublicUser, 'id'>[];
  /** A press on a name adds that golfer. */
  onAdd: (golfer: PublicUser) => void;
  /** One is being added. */
  busy?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Searches for golfers to play; oneself and recent fellow players are offered first. */
export function PlayerSearch({ players, onAdd, ...more }: PlayerSearchProps): ReactNode {
  const [text, setText] = useState('');
  const { data: user } = useQuery(userQuery());
  return (
    <GolferSearch
      {...more}
      text={text}
      onTextChange={setText}
      known={user === undefined ? [] : [user, ...user.markers]}
      out={players.map(({ id }) => id)}
      onTake={(golfer) => {
        onAdd(golfer);
        setText('');
      }}
    />
  );
}
