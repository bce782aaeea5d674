export * from './card/types.js';
export { ScoringInputError } from './card/scoring-input-error.js';
export * from './handicap/daily-handicap.js';
export * from './card/strokes-received.js';
export {
  holeResult,
  nettDoubleBogey,
  nettStrokes,
  noScoreOnCard,
  parResult,
  stablefordPoints,
} from './card/hole-result.js';
export type { PlayedHole } from './card/hole-result.js';
export * from './card/score-name.js';
export { nineTotals } from './competition/nine-totals.js';
export type { NineTotals } from './competition/nine-totals.js';
export * from './card/agreement.js';
export * from './card/card.js';
export * from './competition/countback.js';
export { rank, rankBy } from './competition/ranking.js';
export type { Direction } from './competition/ranking.js';
export * from './competition/leaderboard.js';
export * from './competition/eclectic.js';
export * from './competition/competition-nett.js';
export * from './handicap/golf-number.js';
