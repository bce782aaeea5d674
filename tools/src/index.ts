export * from './mail/catcher.js';
export { unprivilegedAccount } from './system/account.js';
export * from './postgres/postgres.js';
export { serviceAddresses } from './start/settings.js';
export { endChild, hasEnded, isAlive, readProc, signal } from './system/processes.js';
export * from './testing/database.js';
export * from './testing/living-processes.js';
export * from './testing/program.js';
export * from './testing/redis.js';
