/** Starts Postgres on the given folder, prints its port, and runs until killed: a start that tests can kill. */
import { startPostgres } from '../postgres/postgres.js';

const server = await startPostgres({ dataDir: process.argv[2] ?? '', settings: { shared_buffers: '8MB' } });
console.log(`ready on ${server.port}`);
