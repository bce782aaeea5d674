import { connect, type Socket } from 'node:net';
import { frame } from '@fairmark/api/realtime/testing/raw-client';
import type { Flood, FromFlood } from './flood.js';

/** An attacker: opens connections, sends the same bytes repeatedly, and reopens closed connections immediately. */
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
const { kind, connections, port } = JSON.parse(process.argv[2] ?? '') as Flood;

const BATCH_BYTES = 65_536;
const upgrade = Buffer.from(
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
);
const once = {
  connect: frame('40{"token":"x.y.z"}'),
  poll: Buffer.from('GET /socket.io/?EIO=4&transport=polling&sid=bogus HTTP/1.1\r\nHost: a\r\n\r\n'),
  'no event': frame('430[]'),
}[kind];
const batch = Buffer.alloc(Math.floor(BATCH_BYTES / once.length) * once.length, once);

let opened = 0;

function open(): void {
  opened += 1;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => undefined);
  socket.on('close', () => setImmediate(open));
  socket.resume();
  if (kind !== 'poll') socket.write(upgrade);
  flood(socket);
}

/** Sends as fast as the other side receives. */
function flood(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(batch));
  };
  socket.on('drain', write);
  write();
}

for (let n = 0; n < connections; n += 1) open();
process.on('message', () => process.send?.({ opened } satisfies FromFlood));
