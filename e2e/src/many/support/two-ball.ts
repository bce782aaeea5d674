import type { LeaderboardRow } from '@fairmark/contract';
import { chance, type Chance } from '@fairmark/server';
import { Golfer } from '../../support/golfer.js';
import { allEnter, play, proofLinks, type Written } from '../../support/group.js';
import type { Score } from '../../support/history.js';
import type { Stack } from '../../support/stack.js';

/** A competition round of two players, one at the first api, the other at the last. */
export interface TwoBall {
  matchId: string;
  course: string;
  players: [Golfer, Golfer];
}

/** Signs up two golfers and starts their round. */
export async function twoBall(stack: Stack, names: readonly [string, string]): Promise<TwoBall> {
  const players: [Golfer, Golfer] = [
    new Golfer(stack.bases.at(0) ?? '', { name: names[0], gender: 'MALE', handicap: 10 }),
    new Golfer(stack.bases.at(-1) ?? '', { name: names[1], gender: 'FEMALE', handicap: 20 }),
  ];
  await Promise.all(players.map((golfer) => golfer.signsUp(stack.linkFromMail)));
  const course = await proofLinks(players[0]);
  return { matchId: await play(players[0], [players[1]], { course, matchType: 'STROKE' }), course, players };
}

/** Enters scores on both cards, one after another, until the signal aborts. */
export async function keepsScoring(
  { matchId, players }: TwoBall,
  { draw, signal, send }: { draw: Chance; signal: AbortSignal; send: (score: Score) => Promise<void> },
): Promise<void> {
  const last = new Map<string, number>();
  while (!signal.aborted) {
    const userId = draw.pick(players).id;
    const holeNumber = draw.whole(1, 18);
    const place = `${userId} ${holeNumber}`;
    // Always a new value, so that every accepted score is an event.
    const strokes = 1 + (((last.get(place) ?? 0) + draw.whole(0, 7)) % 9);
    last.set(place, strokes);
    await send({ matchId, userId, holeNumber, strokes });
  }
}

/** All players of these groups enter scores, each in a row, until the function that is returned is called. */
export function allKeepScoring(
  groups: readonly TwoBall[],
  seed: string | number,
  send: (golfer: Golfer, score: Score) => Promise<void>,
): () => Promise<void> {
  const ending = new AbortController();
  const playing = groups.flatMap((group, n) =>
    group.players.map((golfer, m) =>
      keepsScoring(group, {
        draw: chance(`${seed} ${n} ${m}`),
        signal: ending.signal,
        send: (score) => send(golfer, score),
      }),
    ),
  );
  return async () => {
    ending.abort();
    await Promise.all(playing);
  };
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
