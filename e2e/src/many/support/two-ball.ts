import type { Chance } from '@fairmark/server';
import { Golfer } from '../../support/golfer.js';
import { allEnter, play, proofLinks, type Written } from '../../support/group.js';
import type { Stack } from '../../support/stack.js';

/** A competition round of two, one golfer's phone at the first api, the other's at the last. */
export interface TwoBall {
  matchId: string;
  course: string;
  players: [Golfer, Golfer];
}

/** One entry as a phone sends it. */
export interface Score {
  matchId: string;
  /** Whose card. */
  userId: string;
  holeNumber: number;
  strokes: number;
}

/** Two golfers sign up and go from the lobby to the first tee. */
export async function twoBall(stack: Stack, names: readonly [string, string]): Promise<TwoBall> {
  const players: [Golfer, Golfer] = [
    new Golfer(stack.bases.at(0) ?? '', { name: names[0], gender: 'MALE', handicap: 10 }),
    new Golfer(stack.bases.at(-1) ?? '', { name: names[1], gender: 'FEMALE', handicap: 20 }),
  ];
  await Promise.all(players.map((golfer) => golfer.signsUp(stack.linkFromMail)));
  const course = await proofLinks(players[0]);
  return { matchId: await play(players[0], [players[1]], { course, matchType: 'STROKE' }), course, players };
}

/** A phone that enters one score after another, on both cards, until the signal. */
export async function keepsScoring(
  { matchId, players }: TwoBall,
  { draw, signal, send }: { draw: Chance; signal: AbortSignal; send: (score: Score) => Promise<void> },
): Promise<void> {
  const last = new Map<string, number>();
  while (!signal.aborted) {
    const userId = draw.pick(players).id;
    const holeNumber = draw.whole(1, 18);
    const place = `${userId} ${holeNumber}`;
    // Never the value that stands there, so that every accepted score is an event of its own.
    const strokes = 1 + (((last.get(place) ?? 0) + draw.whole(0, 7)) % 9);
    last.set(place, strokes);
    await send({ matchId, userId, holeNumber, strokes });
  }
}

/** Both enter both cards, a four on every hole, and sign. Answers where the second signature stands in the log. */
export async function finishes({ matchId, players }: TwoBall): Promise<Written> {
  await allEnter(matchId, players);
  await players[0].signs(matchId);
  return players[1].signs(matchId);
}
