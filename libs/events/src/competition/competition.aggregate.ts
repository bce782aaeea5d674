import { COMPETITION_SCHEMA_VERSIONS, competitionStream } from './competition.events.js';
import { foldCompetition } from './competition.fold.js';

/** What it takes to carry commands on competitions out. */
export const COMPETITION = {
  streamOf: competitionStream,
  fold: foldCompetition,
  schemaVersions: COMPETITION_SCHEMA_VERSIONS,
  noted: { type: 'CompetitionCommandNoted', data: {} },
} as const;
