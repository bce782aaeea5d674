import type { Format, LeaderboardRow, Role } from '@fairmark/contract';
import { provesFactor } from '@fairmark/api/testing/authenticator';
import type { RoundSettings } from '@fairmark/api/testing/caller';
import { grantRole, withDatabase } from '@fairmark/server';
import { Golfer } from './golfer.js';
import type { Stack } from './stack.js';

/** The id of a course. */
export async function courseNamed(name: string, golfer: Golfer): Promise<string> {
  const path = `/api/courses?query=${encodeURIComponent(name)}`;
  const { courses } = await golfer.does<{ courses: { id: string }[] }>('GET', path);
  const id = courses[0]?.id;
  if (id === undefined) throw new Error(`${name} is not there`);
  return id;
}

/** The id of the course on which stories are played. */
export const proofLinks = (golfer: Golfer): Promise<string> => courseNamed('Proof Links', golfer);

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

/** A competition round of two players, one at the first api, the other at the last. */
export interface TwoBall {
  matchId: string;
  course: string;
  players: [Golfer, Golfer];
}

interface TwoBallOptions {
  matchType?: Format;
  /** Whether they sign up by mail, instead of having accounts in the database, whose tables this build must know. */
  signUp?: boolean;
}

/** Two new golfers on the first tee. */
export async function twoBall(
  stack: Stack,
  names: readonly [string, string],
  { matchType = 'STROKE', signUp = false }: TwoBallOptions = {},
): Promise<TwoBall> {
  const players: [Golfer, Golfer] = [
    new Golfer(stack.bases.at(0) ?? '', { name: names[0], gender: 'MALE', handicap: 10 }),
    new Golfer(stack.bases.at(-1) ?? '', { name: names[1], gender: 'FEMALE', handicap: 20 }),
  ];
  await Promise.all(
    players.map((golfer) => (signUp ? golfer.signsUp(stack.linkFromMail) : golfer.hasAccount(stack.database))),
  );
  const course = await proofLinks(players[0]);
  return { matchId: await play(players[0], [players[1]], { course, matchType }), course, players };
}

/** Both complete both cards, with a four on every hole, and sign. Returns the position of the second signature. */
export async function finishes({ matchId, players }: TwoBall): Promise<Written> {
  await allEnter(matchId, players);
  await players[0].signs(matchId);
  return players[1].signs(matchId);
}

/** Names and strokes of a two-ball's cards on the leaderboard, once it includes a command. */
export async function standingOf({ matchId, course, players }: TwoBall, { position, log }: Written) {
  const path = `/api/mothership/daily-results?course=${course}&sort=nett&position=${position}&log=${log}`;
  const { rounds } = await players[0].does<{ rounds: LeaderboardRow[] }>('GET', path);
  const rows = rounds.filter(({ userRound }) => userRound.matchId === matchId);
  return rows.map(({ player, userRound }) => ({ name: player.fullName, gross: userRound.scoreTotals.gross }));
}
