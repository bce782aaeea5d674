import { WEEKDAYS, type Format, type InviteAnswer, type PlayType, type Role, type Tee } from '@fairmark/contract';
import { provesFactor } from '@fairmark/api/testing/authenticator';
import { grantRole } from '@fairmark/server';
import { withDatabase } from '@fairmark/server/courses/import/import-database';
import type { Golfer } from './golfer.js';

/** The id of the course on which stories are played. */
export async function proofLinks(golfer: Golfer): Promise<string> {
  const { courses } = await golfer.does<{ courses: { id: string }[] }>('GET', '/api/courses?query=Proof%20Links');
  const id = courses[0]?.id;
  if (id === undefined) throw new Error('Proof Links is not there');
  return id;
}

/** The body of a new eclectic competition: by default four weeks, on every day. */
export const eclectic = (course: string, players: readonly Golfer[], about: object = {}) => ({
  competitionName: 'Every day',
  competitionType: 'ECLECTIC',
  course,
  duration: 4,
  days: WEEKDAYS,
  players: players.map(({ id }) => id),
  ...about,
});

/** Each golfer saves the official handicap for the round and is ready. */
export async function allReady(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  for (const golfer of golfers) {
    await golfer.does('POST', '/api/match/ready', {
      matchId,
      settings: { handicap: golfer.profile.handicap, ready: true },
    });
  }
}

/**
 * Grants a golfer a role like an operator, and proves the second factor in the session; COMMITTEE needs a course.
 *
 * @param base another api than the golfer's, for example of a build with second factors
 */
export async function appoints(
  databaseUrl: string,
  golfer: Golfer,
  role: Role,
  courseId: string | null = null,
  base = golfer.base,
): Promise<void> {
  await withDatabase(databaseUrl, (database) => grantRole(database, { userId: golfer.id, role, courseId }, 'operator'));
  await golfer.confirmsPassword({ base });
  await provesFactor((method, path, body) => golfer.does(method, path, body, { base }));
}

export interface RoundSettings {
  course: string;
  /** By default STROKE, or STABLEFORD in a practice round. */
  matchType?: Format;
  playType?: PlayType;
  tee?: Tee;
}

/** The position of a command in the log. */
export interface Written {
  position: string;
  log: string;
}

/** Opens a lobby, by default for a competition round from the standard tee. */
export function opens(host: Golfer, settings: RoundSettings): Promise<Written & { match: { id: string } }> {
  const matchType = settings.playType === 'SOCIAL' ? 'STABLEFORD' : 'STROKE';
  return host.does('POST', '/api/match/create', { playType: 'COMPETITION', matchType, tee: 'Standard', ...settings });
}

export function invites(host: Golfer, guest: Golfer, matchId: string): Promise<InviteAnswer> {
  return host.does<InviteAnswer>('POST', '/api/match/invite', { id: guest.id, matchId });
}

/** The host invites the guest, who accepts. */
export async function joins(host: Golfer, guest: Golfer, matchId: string): Promise<void> {
  const { invite } = await invites(host, guest, matchId);
  await guest.does('PUT', '/api/match/invite', { id: invite.id, status: 'ACCEPTED', matchId });
}

/** Every golfer enters every card, a four on each hole. */
export async function allEnter(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  const card = Array.from({ length: 18 }, () => 4);
  for (const golfer of golfers) for (const player of golfers) await golfer.entersCard(matchId, card, player.id);
}

/** From opening the lobby to the first tee: invitations, settings, start. Returns the match's id. */
export async function play(host: Golfer, others: readonly Golfer[], settings: RoundSettings): Promise<string> {
  const { match } = await opens(host, settings);
  for (const golfer of others) await joins(host, golfer, match.id);
  await allReady(match.id, [host, ...others]);
  await host.does('POST', '/api/match/start', { matchId: match.id });
  return match.id;
}
