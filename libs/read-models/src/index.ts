export * from './schema/migrate.js';
export * from './schema/wait-for-schema.js';
export * from './clubhouse/clubhouse-news.js';
export * from './clubhouse/clubhouse.schema.js';
export * from './clubhouse/clubhouse.tables.js';
export type { Table } from './clubhouse/table.js';
export * from './status/parked.js';
export * from './status/projection-status.js';
export * from './status/rebuild-jobs.js';
export * from './clubhouse/round-arrays.js';
export * from './competition/competition-cards.js';
export * from './competition/competition-table.js';
export * from './audit-trail/correction-notes.js';
export * from './audit-trail/story-names.js';
export * from './audit-trail/round-story.js';
export * from './audit-trail/read-story.js';
export * from './clubhouse/rank-rounds.js';
export { RoundsReader, scoredCard } from './clubhouse/rounds.reader.js';
export type {
  OwnRoundRow,
  PlayedRoundRow,
  RankedRow,
  RoundRow,
  PageOf,
  UnverifiedRow,
} from './clubhouse/rounds.reader.js';
export { PlayerMatches } from './clubhouse/player-matches.js';
