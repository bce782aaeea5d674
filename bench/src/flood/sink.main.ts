import { createServer } from 'node:net';
import { endWithParent, tell } from '../system/children.js';

/** Accepts every connection and discards everything it receives. */
endWithParent();
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.resume();
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => tell({ listening: true }));
