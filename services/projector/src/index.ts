export { startProjector } from './projection/projector.js';
export type { Projector, ProjectorHealth, ProjectorOptions, ProjectorState } from './projection/projector.js';
export { PostgresLogReader } from './projection/log-reader.js';
export type { LogReader } from './projection/log-reader.js';
export { rebuildClubhouse } from './projection/rebuild.js';
export type { RebuildOptions, RebuildProgress, RebuildResult } from './projection/rebuild.js';
export { RebuildStopped } from './projection/errors.js';
