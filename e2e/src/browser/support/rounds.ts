import type { RoundSettings } from '@fairmark/api/testing/caller';
import type { MatchAnswer } from '@fairmark/contract';
import type { Golfer } from '../../support/golfer.js';
import { play } from '../../support/group.js';
import type { Player } from './player.js';
import type { Stage } from './stage.js';

/** Men's and women's strokes of a plausible round on Proof Links. */
export const MEN = [5, 3, 4, 5, 4, 5, 3, 6, 4, 4, 4, 4, 5, 5, 4, 3, 5, 4] as const;
export const WOMEN = [6, 4, 5, 6, 5, 5, 4, 6, 5, 5, 5, 4, 6, 5, 5, 4, 6, 5] as const;

/** How far a round is. */
export interface Progress extends RoundSettings {
  /** Number of holes on both cards, from both sides. */
  holes?: number;
  /** Signed by both. */
  signed?: boolean;
}

/** Arthur and Bella, each with a phone, in a match round, and its id. By default nothing is entered or signed. */
export async function twoBall(stage: Stage, progress: Partial<Progress> = {}): Promise<[Player, Player, string]> {
  const [arthur, bella] = await stage.players(2);
  const round = { course: stage.courseId, holes: 0, ...progress };
  return [arthur, bella, await playedRound(arthur.api, bella.api, round)];
}

/** Starts a match round of two players and enters their cards, by default whole. Returns its id. */
export async function playedRound(
  arthur: Golfer,
  bella: Golfer,
  { holes, signed, ...round }: Progress,
): Promise<string> {
  const matchId = await play(arthur, [bella], round);
  await bothCards(matchId, arthur, bella, holes);
  if (signed === true) for (const golfer of [arthur, bella]) await golfer.signs(matchId);
  return matchId;
}

/** Enters both sides of two players' cards, with the same scores on both. */
export async function bothCards(matchId: string, arthur: Golfer, bella: Golfer, holes = 18): Promise<void> {
  await arthur.entersCard(matchId, MEN.slice(0, holes));
  await bella.entersCard(matchId, MEN.slice(0, holes), arthur.id);
  await bella.entersCard(matchId, WOMEN.slice(0, holes));
  await arthur.entersCard(matchId, WOMEN.slice(0, holes), bella.id);
}

/** The strokes that the server has for one side of a card, hole by hole. */
export function strokesOf({ rounds }: MatchAnswer, playerId: string, side: 'player' | 'marker'): (number | null)[] {
  const round = rounds.find(({ player }) => player.id === playerId);
  return (round?.holes ?? []).map((hole) => hole[side]?.strokes ?? null);
}
