import { LIMITS, type PublicUser } from '@fairmark/contract';

interface Candidates {
  text: string;
  found: readonly PublicUser[];
  /** Likely golfers, such as recent fellow players, most likely first. */
  known: readonly PublicUser[];
  out: readonly string[];
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
