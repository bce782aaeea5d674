export { finishCompetition } from './competitions/competition-work.js';
export * from './projection/projector.js';
export { rebuildClubhouse, type RebuildResult } from './rebuild/rebuild-clubhouse.js';
export type { RebuildOptions } from './rebuild/build-tables.js';
export { inWords, rebuildNow } from './rebuild/run-job.js';
export { verifyClubhouse, type VerifyOptions, type VerifyResult } from './verify/verify-clubhouse.js';
export { CannotVerify, RebuildNeeded, RebuildRuns, RebuildStopped } from './log-reader/errors.js';
export { anchorAt, anchorsIn } from './anchors/anchor-folder.js';
export { placeKey, type AnchorPlace } from './anchors/anchor-sink.js';
