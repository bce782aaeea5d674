import type { Format, PlayType, Tee } from '@fairmark/contract';
import type { Golfer } from './golfer.js';

/** The id of the course that the stories are played on. */
export async function proofLinks(golfer: Golfer): Promise<string> {
  const { courses } = await golfer.does<{ courses: { id: string }[] }>('GET', '/api/courses?query=Proof%20Links');
  const id = courses[0]?.id;
  if (id === undefined) throw new Error('Proof Links is not there');
  return id;
}

/** Everybody saves the official handicap as the round's and is ready. */
export async function allReady(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  for (const golfer of golfers) {
    await golfer.does('POST', '/api/match/ready', {
      matchId,
      settings: { handicap: golfer.profile.handicap, ready: true },
    });
  }
}

export interface RoundSettings {
  course: string;
  matchType: Format;
  playType?: PlayType;
  tee?: Tee;
}

/** Where a command stands in the log. */
export interface Written {
  position: string;
  log: string;
}

/** Opens a lobby, of a competition round from the standard tee unless the settings say otherwise. */
export function opens(host: Golfer, settings: RoundSettings): Promise<Written & { match: { id: string } }> {
  return host.does('POST', '/api/match/create', { playType: 'COMPETITION', tee: 'Standard', ...settings });
}

export function invites(host: Golfer, guest: Golfer, matchId: string): Promise<Written> {
  return host.does('POST', '/api/match/invite', { id: guest.id, matchId });
}

/** Every golfer enters every card, a four on each hole. */
export async function allEnter(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  const card = Array.from({ length: 18 }, () => 4);
  for (const golfer of golfers) for (const player of golfers) await golfer.entersCard(matchId, card, player.id);
}

/** From an empty lobby to the first tee: invites, accepts, settings, start. Answers the match's id. */
export async function play(host: Golfer, others: readonly Golfer[], settings: RoundSettings): Promise<string> {
  const { match } = await opens(host, settings);
  for (const golfer of others) {
    const { position } = await invites(host, golfer, match.id);
    const { invites: received } = await golfer.does<{ invites: { id: string; matchId: string }[] }>(
      'GET',
      `/api/match/invites?position=${position}`,
    );
    const invite = received.find((one) => one.matchId === match.id);
    await golfer.does('PUT', '/api/match/invite', { id: invite?.id, status: 'ACCEPTED' });
  }
  await allReady(match.id, [host, ...others]);
  await host.does('POST', '/api/match/start', { matchId: match.id });
  return match.id;
}
