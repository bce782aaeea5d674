import type { Match } from '@fairmark/contract';

export type LobbyRole = 'host' | 'guest';

/** `ended`: home with a notice that the set-up has ended. `round`: the hole to resume at. */
export type LobbyExit = 'home' | 'ended' | 'round' | 'host-lobby';

interface LobbyVisit {
  match: Pick<Match, 'started' | 'ended' | 'host'>;
  role: LobbyRole;
  userId: string;
  seenOpen: boolean;
}

/** Where to redirect from a lobby page (docs/product.md, Lobby and invitations 20); null: stay. */
export function lobbyExit({ match, role, userId, seenOpen }: LobbyVisit): LobbyExit | null {
  const isHost = match.host.id === userId;
  if (match.ended) return seenOpen ? 'ended' : 'home';
  if (match.started) return seenOpen ? 'round' : 'home';
  if (role === 'host') return isHost ? null : 'home';
  return isHost ? 'host-lobby' : null;
}
