import { LIMITS, MESSAGES, type PublicUser } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../api/auth.js';
import { golfersQuery, useSearch } from '../../api/lookups.js';
import { joinWords } from '../../text/words.js';
import { Avatar } from '../../ui/pictures.js';
import { SearchSelect } from '../../ui/fields/search-select.js';

interface GolferSearchProps {
  /** Golfers who are in the list already. */
  listed: readonly Pick<PublicUser, 'id'>[];
  onSelect: (golfer: PublicUser) => void;
  notFound?: string;
  busy?: boolean;
}

/** A debounced search for golfers by name. The golfer and recent fellow players come first, without a search too. */
export function GolferSearch({ listed, onSelect, notFound, busy = false }: GolferSearchProps) {
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string>();
  // Begins afresh for the next golfer, but keeps the text if this one was refused.
  if (chosen !== undefined && listed.some(({ id }) => id === chosen)) {
    choose(undefined);
    setText('');
  }
  const { data: me } = useQuery(userQuery());
  const isSearch = text.trim().length >= LIMITS.searchTextMin;
  const { found, loading, error } = useSearch(text, golfersQuery, isSearch);
  const known = me === undefined ? [] : [me, ...me.markers];
  // While typing, the answer to the shorter text may no longer match.
  const all = matching(text, known, loading ? [] : found);
  const isCut = isSearch && all.length >= LIMITS.userSearchResults;
  const none = all.length > 0 ? 'Already in the list.' : (notFound ?? MESSAGES.noGolferFound);
  return (
    <SearchSelect<PublicUser>
      label="Find a golfer"
      placeholder="Name"
      items={all.filter(({ id }) => listed.every((other) => other.id !== id)).slice(0, LIMITS.userSearchResults)}
      renderItem={({ id, fullName, avatar, handicapForShow, homeCourse }) => ({
        picture: <Avatar name={fullName} src={avatar} />,
        name: id === me?.id ? `${fullName} (you)` : fullName,
        note: joinWords([`Handicap ${handicapForShow}`, homeCourse?.clubName ?? ''], ', '),
      })}
      query={text}
      onQueryChange={(next) => {
        choose(undefined);
        setText(next);
      }}
      value={null}
      onSelect={(golfer) => {
        if (golfer === null || busy) return;
        choose(golfer.id);
        onSelect(golfer);
      }}
      loading={loading || busy}
      hint={isCut ? 'Type more of the name to find others.' : undefined}
      error={error}
      empty={isSearch ? none : `Type at least ${LIMITS.searchTextMin} letters of a name.`}
    />
  );
}

/** The known golfers of that name, then those found by the server, each once. */
function matching(text: string, known: readonly PublicUser[], found: readonly PublicUser[]): PublicUser[] {
  const wanted = text.trim().toLowerCase();
  const all = [...known.filter(({ fullName }) => fullName.toLowerCase().includes(wanted)), ...found];
  return all.filter(({ id }, place) => all.findIndex((other) => other.id === id) === place);
}
