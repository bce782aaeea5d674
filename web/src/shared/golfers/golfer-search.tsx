import { LIMITS, MESSAGES, type PublicUser } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/call/errors.js';
import { golfersQuery } from '../../api/lookups.js';
import { useDebounced } from '../../api/use-debounced.js';
import { useSession } from '../../api/use-session.js';
import { Avatar } from '../../ui/avatar.js';
import { Pictured } from '../../ui/course-picture.js';
import { SearchSelect } from '../../ui/fields/search-select.js';

interface GolferSearchProps extends Omit<Candidates, 'found'> {
  onTextChange: (text: string) => void;
  onSelect: (golfer: PublicUser) => void;
  notFound?: string;
  busy?: boolean;
}

/** A debounced search for golfers by name. */
export function GolferSearch({ text, onTextChange, known, out, onSelect, ...more }: GolferSearchProps) {
  const { busy = false, notFound = MESSAGES.noGolferFound } = more;
  const me = useSession()?.userId;
  const wanted = text.trim().slice(0, LIMITS.searchTextMax);
  const debounced = useDebounced(wanted, LIMITS.searchDebounceMs);
  const found = useQuery(golfersQuery(debounced));
  // While typing, the answer to the shorter text may no longer match.
  const settling = isSearch(text) && (debounced !== wanted || found.isFetching);
  const among = { text, found: settling ? [] : (found.data ?? []), known };
  const golfers = golferCandidates({ ...among, out });
  const all = golferCandidates({ ...among, out: [] });
  const none = all.length > 0 ? 'Already in the list.' : notFound;
  const error = isSearch(text) ? found.error : null;
  return (
    <SearchSelect<PublicUser>
      label="Find a golfer"
      placeholder="Name"
      items={golfers}
      itemKey={({ id }) => id}
      renderItem={({ id, fullName, avatar, handicapForShow, homeCourse }) => (
        <Pictured>
          <Avatar name={fullName} src={avatar} />
          <div>
            {fullName}
            {id === me && ' (you)'}
            <small>
              Handicap {handicapForShow}
              {homeCourse !== null && `, ${homeCourse.clubName}`}
            </small>
          </div>
        </Pictured>
      )}
      query={text}
      onQueryChange={onTextChange}
      value={null}
      onSelect={(golfer) => {
        if (golfer !== null && !busy) onSelect(golfer);
      }}
      loading={settling || busy}
      hint={cutWords(text, all)}
      error={error === null ? undefined : messageOf(error)}
      empty={isSearch(text) ? none : `Type at least ${LIMITS.searchTextMin} letters of a name.`}
    />
  );
}

interface Candidates {
  text: string;
  found: readonly PublicUser[];
  /** Likely golfers, such as recent fellow players, most likely first. */
  known: readonly PublicUser[];
  out: readonly string[];
}

/** Says that a search may have found more golfers than are offered, or more than those who are in the list already. */
function cutWords(text: string, all: readonly PublicUser[]): string | undefined {
  const isCut = isSearch(text) && all.length >= LIMITS.userSearchResults;
  return isCut ? 'Type more of the name to find others.' : undefined;
}

/** Whether the text is long enough to search on the server. */
export function isSearch(text: string): boolean {
  return text.trim().length >= LIMITS.searchTextMin;
}

/** The golfers to offer: known ones that match first, then those found by the server, without duplicates. */
export function golferCandidates({ text, found, known, out }: Candidates): PublicUser[] {
  const passed = new Set(out);
  const wanted = text.trim().toLowerCase();
  const matching = known.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const offered: PublicUser[] = [];
  for (const golfer of isSearch(text) ? [...matching, ...found] : matching) {
    if (passed.has(golfer.id)) continue;
    passed.add(golfer.id);
    offered.push(golfer);
  }
  return offered.slice(0, LIMITS.userSearchResults);
}
