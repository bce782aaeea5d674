import styled from '@emotion/styled';
import { LIMITS, type PublicUser } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type RefObject } from 'react';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { golfersQuery } from '../../api/lookups.js';
import { useDebounced } from '../../api/use-debounced.js';
import { Avatar } from '../../ui/avatar.js';
import { Note } from '../../ui/page-parts.js';
import { SearchSelect } from '../../ui/search-select.js';
import { candidatesOf, isSearch } from './candidates.js';

const Golfer = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
`;

/** Properties of {@link GolferSearch}. */
export interface GolferSearchProps {
  /** Those who play already: they are not offered again. */
  players: readonly Pick<PublicUser, 'id'>[];
  /** A press on a name adds that golfer. */
  onAdd: (golfer: PublicUser) => void;
  /** One is being added. */
  busy?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Searches for golfers to play; oneself and recent fellow players are offered first. */
export function GolferSearch({ players, onAdd, busy = false, inputRef }: GolferSearchProps): ReactNode {
  const [text, setText] = useState('');
  const { data: user } = useQuery(userQuery());
  const sought = useDebounced(text.trim().slice(0, LIMITS.searchTextMax), LIMITS.searchDebounceMs);
  const found = useQuery(golfersQuery(sought));
  // Between two letters the answer to the shorter text still stands; the names on it may not fit any more.
  const settling = isSearch(text) && (sought !== text.trim() || found.isFetching);
  const golfers = candidatesOf({
    text,
    found: settling ? [] : (found.data ?? []),
    known: user === undefined ? [] : [user, ...user.markers],
    players,
  });
  const error = isSearch(text) ? found.error : null;
  return (
    <SearchSelect<PublicUser>
      label="Find a golfer"
      placeholder="Name"
      inputRef={inputRef}
      items={golfers}
      itemKey={({ id }) => id}
      itemLabel={({ fullName }) => fullName}
      renderItem={({ id, fullName, avatar, handicapForShow, homeCourse }) => (
        <Golfer>
          <Avatar name={fullName} src={avatar} />
          <span>
            {fullName}
            {id === user?.id && ' (you)'}
            <Note>
              Handicap {handicapForShow}
              {homeCourse !== null && `, ${homeCourse.clubName}`}
            </Note>
          </span>
        </Golfer>
      )}
      query={text}
      onQueryChange={setText}
      value={null}
      onSelect={(golfer) => {
        if (golfer === null || busy) return;
        onAdd(golfer);
        setText('');
      }}
      loading={settling || busy}
      error={error === null ? undefined : messageOf(error)}
      empty={
        isSearch(text)
          ? "Sorry, we couldn't find anyone by that name. You'll need to ask them to sign up"
          : `Type at least ${LIMITS.searchTextMin} letters of a name.`
      }
    />
  );
}
