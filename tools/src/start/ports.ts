import { setTimeout as wait } from 'node:timers/promises';
import { freePort, LOCAL, portProblem } from '../system/free-port.js';
import { StartProblem } from '../system/problem.js';
import type { PortWish, StartSettings } from './settings.js';

const LOOK_MS = 100;

/** A port to suggest instead: 8080 for 80, as ordinary accounts may not use the first thousand, otherwise the next. */
export function anotherPort(port: number): number {
  return port < 1_024 ? port + 8_000 : port + (port < 65_000 ? 1 : -1_000);
}

/** Throws a StartProblem that says what to do if a port is not available. */
async function requirePort({ variable, port, host }: PortWish): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  // The setting in `the port after METRICS_PORT`.
  const name = variable.split(' ').at(-1);
  const which = variable === name ? `${port}` : `${port}, ${variable},`;
  const other = `Choose another one with ${name}, for example: ${name}=${anotherPort(port)} npm start`;
  if (problem.code === 'EADDRINUSE') throw new StartProblem(`Port ${which} is taken by another program. ${other}`);
  if (problem.code === 'EACCES') throw new StartProblem(`This account may not listen on port ${port}. ${other}`);
  throw new StartProblem(`Cannot listen on ${host}, port ${port}: ${problem.message}. Change its address or ${name}`);
}

/** Waits until the processes of a killed start, which end by themselves, have freed all wanted ports, or for the signal. */
export async function untilFreed({ ports, postgresPort }: StartSettings, signal: AbortSignal): Promise<void> {
  for (const { port, host } of ports.filter((one) => one !== postgresPort)) {
    while (!signal.aborted && (await portProblem(port, host))?.code === 'EADDRINUSE') await wait(LOOK_MS);
  }
}

/**
 * Throws a StartProblem if a port that does not give way is not available: the api's or one for Prometheus. Browsers
 * connect to none of the ports in a list of the Fetch standard, such as 6000, and Node's fetch follows it.
 */
export async function requirePorts({ required, port }: StartSettings): Promise<void> {
  for (const one of required) await requirePort(one);
  const signal = AbortSignal.timeout(1_000);
  const answer: unknown = await fetch(`http://${LOCAL}:${port}`, { signal }).catch((error: Error) => error.cause);
  if (!(answer instanceof Error) || answer.message !== 'bad port') return;
  throw new StartProblem(
    `Browsers refuse port ${port}. Choose another one with PORT, for example: PORT=3000 npm start`,
  );
}

/** The ports that no default may take. */
export function promisedPorts({ ports }: StartSettings): Set<number> {
  return new Set(ports.filter(({ asked }) => asked).map(({ port }) => port));
}

/**
 * Returns the requested port, or the default, or a free port if the default is taken or in `given`, and adds it to
 * `given`. Throws a StartProblem if a requested port is taken.
 */
export async function choosePort(wish: PortWish, given: Set<number>): Promise<number> {
  let { port } = wish;
  if (wish.asked) await requirePort(wish);
  else while (given.has(port) || (await portProblem(port, wish.host)) !== null) port = await freePort();
  given.add(port);
  return port;
}
