import type { Format } from '@fairmark/scoring';
import * as fc from 'fast-check';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { create } from './commands.js';
import * as want from './intents.js';
import type { Intent } from './intents.js';

export interface RandomMatch {
  create: MatchCommand;
  /** Each with the minutes that pass before it. */
  intents: { minutes: number; intent: Intent }[];
}

const weighted = (...weights: [number, fc.Arbitrary<Intent>][]) =>
  fc.oneof(...weights.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Intents before the start, including ones that make no sense then. */
const lobbyIntent = weighted(
  [12, want.join],
  [6, want.answer],
  [6, want.invite],
  [1, want.remove],
  [1, want.kick],
  [2, want.settings],
  [1, want.notYet],
  [2, want.assign],
  [1, want.start],
  [1, want.leaveLobby],
  [1, weighted([1, want.leaveRound], [1, want.scoring], [1, want.signWith], [1, want.reopen])],
);

/** Intents during the round, including ones that make no sense then. */
const roundIntent = weighted(
  [7, want.play],
  [6, fc.constant(want.settle)],
  [8, want.sign],
  [5, want.signWith],
  [4, want.reopen],
  [4, want.correct],
  [8, want.scoring],
  [2, want.assign],
  [1, want.leaveRound],
  [
    1,
    weighted(
      [2, fc.constant(want.abandon)],
      [1, want.join],
      [1, want.answer],
      [1, want.remove],
      [1, want.settings],
      [1, want.start],
      [1, want.leaveLobby],
    ),
  ],
);

/** Now and then a day passes. */
const minutes = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(24 * 60) },
);

export const randomMatch: fc.Arbitrary<RandomMatch> = fc.record({
  create: fc
    .record({
      matchType: fc.constantFrom<Format[]>('STROKE', 'STABLEFORD', 'PAR'),
      social: fc.constantFrom(false, false, false, true),
      maxGroupSize: fc.integer({ min: 2, max: 4 }),
    })
    .map(({ matchType, social, maxGroupSize }) =>
      create(social ? { playType: 'SOCIAL', maxGroupSize } : { matchType, maxGroupSize }),
    ),
  intents: fc
    .tuple(
      fc.array(fc.record({ minutes, intent: lobbyIntent }), { minLength: 2, maxLength: 12, size: 'max' }),
      fc.record({ minutes: fc.constant(0), intent: want.teeOff }),
      fc.array(fc.record({ minutes, intent: roundIntent }), { minLength: 3, maxLength: 25, size: 'max' }),
    )
    .map(([lobby, off, round]) => [...lobby, off, ...round]),
});
