import type { Match } from '@fairmark/contract';

export type LobbyRole = 'host' | 'guest';

/** `ended`: home, which says that the set-up has ended. `round`: the hole to go on with. */
export type LobbyExit = 'home' | 'ended' | 'round' | 'host-lobby';

interface LobbyVisit {
  match: Pick<Match, 'started' | 'ended' | 'host'>;
  role: LobbyRole;
  userId: string;
  seenOpen: boolean;
}

/** Where a golfer belongs instead of a lobby page (docs/product.md, Lobby and invitations 20); null: there. */
export function lobbyExit({ match, role, userId, seenOpen }: LobbyVisit): LobbyExit | null {
  const isHost = match.host.id === userId;
  if (match.ended) return seenOpen ? 'ended' : 'home';
  if (match.started) return seenOpen || (role === 'host' && isHost) ? 'round' : 'home';
  if (role === 'host') return isHost ? null : 'home';
  return isHost ? 'host-lobby' : null;
}
