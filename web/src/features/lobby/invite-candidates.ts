import type { Lobby, PublicUser } from '@fairmark/contract';
import { LIMITS } from '@fairmark/contract';

export interface Candidates {
  /** What is typed. */
  text: string;
  /** What the server found for it. */
  found: readonly PublicUser[];
  /** Recent fellow players, the latest first. */
  recent: readonly PublicUser[];
  lobby: Lobby;
  /** The golfer who searches. */
  selfId: string;
}

/** Whether there is enough text to ask the server. */
export function isSearch(text: string): boolean {
  return text.trim().length >= LIMITS.searchTextMin;
}

/**
 * Who is offered for an invitation: recent fellow players of that name first, then whom the server found. Never oneself, nor
 * anybody who is in the group or has been asked (spec section 5).
 */
export function inviteCandidates({ text, found, recent, lobby, selfId }: Candidates): PublicUser[] {
  const out = new Set([selfId, ...lobby.users.map(({ id }) => id), ...lobby.invited.map(({ id }) => id)]);
  const wanted = text.trim().toLowerCase();
  const known = recent.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const offered: PublicUser[] = [];
  for (const golfer of isSearch(text) ? [...known, ...found] : known) {
    if (out.has(golfer.id)) continue;
    out.add(golfer.id);
    offered.push(golfer);
  }
  return offered.slice(0, LIMITS.userSearchResults);
}
