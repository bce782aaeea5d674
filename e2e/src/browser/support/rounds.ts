import type { MatchAnswer, Format, PlayType } from '@fairmark/contract';
import type { Golfer } from '../../support/golfer.js';
import { play } from '../../support/group.js';

/** Men's and women's strokes of a plausible round on Proof Links. */
export const MEN = [5, 3, 4, 5, 4, 5, 3, 6, 4, 4, 4, 4, 5, 5, 4, 3, 5, 4] as const;
export const WOMEN = [6, 4, 5, 6, 5, 5, 4, 6, 5, 5, 5, 4, 6, 5, 5, 4, 6, 5] as const;

export interface LobbySettings {
  course: string;
  playType?: PlayType;
  matchType?: Format;
}

/** A lobby that a host has just opened. Gives back the match's id. */
export async function opensLobby(host: Golfer, settings: LobbySettings): Promise<string> {
  const { match } = await host.does<{ match: { id: string } }>('POST', '/api/match/create', {
    playType: 'COMPETITION',
    matchType: settings.playType === 'SOCIAL' ? 'STABLEFORD' : 'STROKE',
    tee: 'Standard',
    ...settings,
  });
  return match.id;
}

/** The host's invitation, as it arrives. Gives back its id. */
export async function invites(host: Golfer, guest: Golfer, matchId: string): Promise<string> {
  const { position } = await host.does<{ position: string }>('POST', '/api/match/invite', { id: guest.id, matchId });
  const { invites } = await guest.does<{ invites: { id: string; matchId: string }[] }>(
    'GET',
    `/api/match/invites?position=${position}`,
  );
  const invite = invites.find((one) => one.matchId === matchId);
  if (invite === undefined) throw new Error('The invitation did not arrive');
  return invite.id;
}

export async function accepts(guest: Golfer, inviteId: string): Promise<void> {
  await guest.does('PUT', '/api/match/invite', { id: inviteId, status: 'ACCEPTED' });
}

export async function isReady(golfer: Golfer, matchId: string): Promise<void> {
  const settings = { handicap: golfer.profile.handicap, ready: true };
  await golfer.does('POST', '/api/match/ready', { matchId, settings });
}

/** A started match round. Gives back the match's id. */
export function startsRound(
  host: Golfer,
  others: readonly Golfer[],
  course: string,
  matchType: Format = 'STROKE',
): Promise<string> {
  return play(host, others, { course, matchType });
}

/** Both sides of two players' cards, the same numbers on both. */
export async function bothCards(matchId: string, arthur: Golfer, bella: Golfer, holes = 18): Promise<void> {
  await arthur.entersCard(matchId, MEN.slice(0, holes));
  await bella.entersCard(matchId, MEN.slice(0, holes), arthur.id);
  await bella.entersCard(matchId, WOMEN.slice(0, holes));
  await arthur.entersCard(matchId, WOMEN.slice(0, holes), bella.id);
}

export async function signs(golfer: Golfer, matchId: string): Promise<void> {
  await golfer.does('POST', `/api/match/${matchId}/verify`, {});
}

/** The strokes that the server holds for a card, hole by hole: what was entered by one side. */
export function strokesOf({ rounds }: MatchAnswer, playerId: string, side: 'player' | 'marker'): (number | null)[] {
  const round = rounds.find(({ player }) => player.id === playerId);
  return (round?.holes ?? []).map((hole) => hole[side]?.strokes ?? null);
}
