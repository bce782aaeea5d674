import { MATCH_SCHEMA_VERSIONS, matchStream } from './match.events.js';
import { foldMatch } from './match.fold.js';

/** What it takes to carry commands on matches out. */
export const MATCH = {
  streamOf: matchStream,
  fold: foldMatch,
  schemaVersions: MATCH_SCHEMA_VERSIONS,
  noted: { type: 'CommandNoted', data: {} },
} as const;
