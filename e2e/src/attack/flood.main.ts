import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { frame } from '@fairmark/api/realtime/testing/raw-client';
import type { Flood, FromFlood } from './flood.js';

/** An attacker: opens connections, sends the same bytes repeatedly, and reopens closed connections immediately. */
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
const { kind, connections, port, bytesPerSecond } = JSON.parse(process.argv[2] ?? '') as Flood;

const BATCH_BYTES = 65_536;
const FEED_MS = 20;
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

let sent = 0;
let opened = 0;

function open(attack: (socket: Socket) => void): void {
  opened += 1;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    sent += socket.bytesWritten;
    setImmediate(() => open(attack));
  });
  socket.resume();
  if (kind !== 'poll') socket.write(upgrade);
  attack(socket);
}

/** Sends as fast as the other side receives. */
function flood(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(batch));
  };
  socket.on('drain', write);
  write();
}

/** Sends this connection's share of `bytes` per second at an even rate. */
async function feed(socket: Socket, bytes: number): Promise<void> {
  for (let owed = 0; !socket.destroyed; await pause(FEED_MS)) {
    owed += (bytes / connections) * (FEED_MS / 1_000);
    for (; owed >= 1; owed -= Math.min(owed, batch.length)) socket.write(batch.subarray(0, Math.floor(owed)));
  }
}

for (let n = 0; n < connections; n += 1) {
  open((socket) => {
    if (bytesPerSecond === undefined) flood(socket);
    else void feed(socket, bytesPerSecond);
  });
}
process.on('message', () => {
  // Bytes of open connections have not been counted.
  const now: FromFlood = { sent, opened };
  process.send?.(now);
});
