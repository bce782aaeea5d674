import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The loopback address, on which the parts of a start reach each other. */
export const LOCAL = '127.0.0.1';
/** Below the ephemeral ports: Linux's begin at 32768, macOS's at 49152. */
const FREE_PORTS = partOfWorker({ from: 20_000, before: 32_768 });
const FREE_PORT_TRIES = 100;
/** Consecutive from a random start, so that no port is handed out twice before it is listened on. */
let nextPort = randomInt(FREE_PORTS.from, FREE_PORTS.before);

/** The error of listening on a port; null if it is possible. */
export async function portProblem(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/**
 * A port of the loopback address that is currently unused. It is below the ephemeral ports: one of those might be taken
 * by an outgoing connection before it is listened on, or during a restart of the listener.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < FREE_PORT_TRIES; tries += 1) {
    const port = nextPort;
    nextPort = port + 1 < FREE_PORTS.before ? port + 1 : FREE_PORTS.from;
    if ((await portProblem(port, LOCAL)) === null) return port;
  }
  throw new Error(`No free port from ${FREE_PORTS.from} to ${FREE_PORTS.before - 1}`);
}

/** Each of jest's workers has a part of the range: two would otherwise find the same port before one listens on it. */
function partOfWorker({ from, before }: { from: number; before: number }): { from: number; before: number } {
  const parts = 16;
  const size = Math.floor((before - from) / parts);
  const part = Number(process.env.JEST_WORKER_ID ?? 0) % parts;
  return { from: from + part * size, before: from + (part + 1) * size };
}
