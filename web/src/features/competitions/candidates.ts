import { LIMITS, type PublicUser } from '@fairmark/contract';

/** Whom a search for players has to do with. */
export interface Candidates {
  /** What is typed. */
  text: string;
  /** What the server found for it. */
  found: readonly PublicUser[];
  /** The golfer who searches and recent fellow players, in this order. */
  known: readonly PublicUser[];
  /** Those who play already. */
  players: readonly Pick<PublicUser, 'id'>[];
}

/** Whether there is enough text to ask the server. */
export function isSearch(text: string): boolean {
  return text.trim().length >= LIMITS.searchTextMin;
}

/** Who is offered: known golfers of that name first, then whom the server found; nobody twice, and nobody who plays already. */
export function candidatesOf({ text, found, known, players }: Candidates): PublicUser[] {
  const out = new Set(players.map(({ id }) => id));
  const wanted = text.trim().toLowerCase();
  const near = known.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const offered: PublicUser[] = [];
  for (const golfer of isSearch(text) ? [...near, ...found] : near) {
    if (out.has(golfer.id)) continue;
    out.add(golfer.id);
    offered.push(golfer);
  }
  return offered.slice(0, LIMITS.userSearchResults);
}
