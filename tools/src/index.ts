export * from './mail/catcher.js';
export { unprivilegedAccount } from './postgres/account.js';
export { isAlive } from './postgres/leftovers.js';
export * from './postgres/postgres.js';
export * from './testing/database.js';
export * from './testing/program.js';
export * from './testing/redis.js';
