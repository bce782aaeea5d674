import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestRedis } from '@fairmark/tools';

const ANSWERS_WITHIN_MS = 2_000;

/** All keys of a Redis that has few. */
export async function keysOf({ port }: TestRedis): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write('KEYS *\r\n');
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })) as [Buffer];
    return answer
      .toString()
      .split('\r\n')
      .filter((line) => /^[^*$]/.test(line));
  } finally {
    socket.destroy();
  }
}
