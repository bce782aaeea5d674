import type { Role } from '@fairmark/contract';
import { provesFactor } from '@fairmark/api/testing/authenticator';
import type { RoundSettings } from '@fairmark/api/testing/caller';
import { grantRole, withDatabase } from '@fairmark/server';
import type { Golfer } from './golfer.js';

/** The id of the course on which stories are played. */
export async function proofLinks(golfer: Golfer): Promise<string> {
  const { courses } = await golfer.does<{ courses: { id: string }[] }>('GET', '/api/courses?query=Proof%20Links');
  const id = courses[0]?.id;
  if (id === undefined) throw new Error('Proof Links is not there');
  return id;
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

/** The position of a command in the log. */
export interface Written {
  position: string;
  log: string;
}

/** Every golfer enters every card, a four on each hole. */
export async function allEnter(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  const card = Array.from({ length: 18 }, () => 4);
  for (const golfer of golfers) for (const player of golfers) await golfer.entersCard(matchId, card, player.id);
}

/** From opening the lobby to the first tee: invitations, settings, start. Returns the match's id. */
export async function play(host: Golfer, others: readonly Golfer[], settings: RoundSettings): Promise<string> {
  const matchId = await host.creates(settings);
  for (const golfer of others) await golfer.joins(matchId, host);
  for (const golfer of [host, ...others]) await golfer.readies(matchId);
  await host.does('POST', '/api/match/start', { matchId });
  return matchId;
}
