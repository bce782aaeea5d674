import { endWithParent, tell } from './children.js';
import { createPeer } from './crud-peer/app.js';

endWithParent();
const app = await createPeer(process.env.DATABASE_URL ?? '');
await app.listen(Number(process.env.PORT), '127.0.0.1');
tell({ listening: true });
