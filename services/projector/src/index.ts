export { startProjector } from './projection/projector.js';
export type { Projector, ProjectorHealth, ProjectorOptions, ProjectorState } from './projection/projector.js';
export { PostgresLogReader } from './projection/log-reader.js';
export type { LogReader } from './projection/log-reader.js';
export { rebuildClubhouse } from './rebuild/rebuild-clubhouse.js';
export type { RebuildOptions, RebuildResult } from './rebuild/rebuild-clubhouse.js';
export { RebuildStopped } from './projection/errors.js';
export { anchorAt, anchorsIn } from './anchors/anchor-folder.js';
