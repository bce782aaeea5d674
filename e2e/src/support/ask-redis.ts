import { once } from 'node:events';
import { connect } from 'node:net';
import { onThisMachine } from '@fairmark/events/testing/eventually';

const ANSWERS_WITHIN_MS = 2_000;

/** Sends one command to a Redis with little data on this machine. Returns its answer, such as `+OK` or `:3`. */
export async function askRedis(
  port: number,
  command: 'DBSIZE' | 'FLUSHALL' | 'KEYS *' | `EXISTS ${string}`,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    const [answer] = (await once(socket, 'data', {
      signal: AbortSignal.timeout(onThisMachine(ANSWERS_WITHIN_MS)),
    })) as [Buffer];
    return answer.toString().trim();
  } finally {
    socket.destroy();
  }
}
