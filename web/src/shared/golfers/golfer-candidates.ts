import { LIMITS, type PublicUser } from '@fairmark/contract';

interface Candidates {
  text: string;
  found: readonly PublicUser[];
  /** Those whom the searching golfer is likely to mean, the likeliest first: recent fellow players, for example. */
  known: readonly PublicUser[];
  out: readonly string[];
}

/** Whether there is enough text to ask the server. */
export function isSearch(text: string): boolean {
  return text.trim().length >= LIMITS.searchTextMin;
}

/** Who is offered: known golfers of that name first, then those whom the server found, each once. */
export function golferCandidates({ text, found, known, out }: Candidates): PublicUser[] {
  const passed = new Set(out);
  const wanted = text.trim().toLowerCase();
  const near = known.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const offered: PublicUser[] = [];
  for (const golfer of isSearch(text) ? [...near, ...found] : near) {
    if (passed.has(golfer.id)) continue;
    passed.add(golfer.id);
    offered.push(golfer);
  }
  return offered.slice(0, LIMITS.userSearchResults);
}
