export { finishCompetition } from './competitions/competition-work.js';
export { keepStandings } from './competitions/standings.js';
export * from './projection/projector.js';
export { inWords, rebuildClubhouse, rebuildNow, type RebuildResult } from './rebuild/rebuild-clubhouse.js';
export { verifyClubhouse, type VerifyOptions, type VerifyResult } from './rebuild/verify-clubhouse.js';
export { CannotVerify, RebuildRuns, RebuildStopped } from './log-reader/errors.js';
export { anchorAt, anchorsIn } from './anchors/anchor-folder.js';
export { placeKey, type AnchorPlace } from './anchors/anchor-sink.js';
