import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../postgres/postgres.js';
import { StartProblem, type PortWish, type StartSettings } from './settings.js';

const LOCAL = '127.0.0.1';

/** Why a port cannot be listened on; null when it can. */
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

/** Throws a StartProblem that says what to do when a port cannot be had. */
export async function requirePort(variable: string, port: number, host: string): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  const other = `Choose another one with ${variable}, for example: ${variable}=${port + 1} npm start`;
  if (problem.code === 'EADDRINUSE') throw new StartProblem(`Port ${port} is taken by another program. ${other}`);
  if (problem.code === 'EACCES') throw new StartProblem(`This account may not listen on port ${port}. ${other}`);
  throw new StartProblem(
    `Cannot listen on ${host}, port ${port}: ${problem.message}. Change its address or ${variable}`,
  );
}

/** The ports of a start that no default may take: the api's two, those for Prometheus, and those that were asked for. */
export function promisedPorts(settings: StartSettings): Set<number> {
  const { port, https, postgresPort, mailSmtpPort, mailWebPort, metricsPorts } = settings;
  const asked = [postgresPort, mailSmtpPort, mailWebPort].filter((wish) => wish.asked);
  return new Set([
    port,
    ...(https === null ? [] : [https.port.port]),
    ...Object.values(metricsPorts ?? {}),
    ...asked.map((wish) => wish.port),
  ]);
}

/**
 * The port of a wish, or a free one when a default is taken or `given` to something else in this start; adds it to
 * `given`. Throws a StartProblem when one that was asked for is taken.
 */
export async function choosePort(wish: PortWish, given: Set<number>): Promise<number> {
  if (wish.asked) {
    await requirePort(wish.variable, wish.port, LOCAL);
    return wish.port;
  }
  let { port } = wish;
  while (given.has(port) || (await portProblem(port, LOCAL)) !== null) port = await freePort();
  given.add(port);
  return port;
}
