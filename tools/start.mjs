/** `npm start`: makes the clone ready, then runs the whole product on this machine. */
import { prepare, PRODUCT } from './prepare.mjs';

try {
  await prepare(PRODUCT, { programs: true, client: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('./dist/start/main.js');
