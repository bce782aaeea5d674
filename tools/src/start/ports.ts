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
async function requirePort(variable: string, port: number, host: string): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  const other = `Choose another one with ${variable}, for example: ${variable}=${anotherPort(port)} npm start`;
  if (problem.code === 'EADDRINUSE') throw new StartProblem(`Port ${port} is taken by another program. ${other}`);
  if (problem.code === 'EACCES') throw new StartProblem(`This account may not listen on port ${port}. ${other}`);
  throw new StartProblem(
    `Cannot listen on ${host}, port ${port}: ${problem.message}. Change its address or ${variable}`,
  );
}

/** Waits until the processes of a killed start, which end by themselves, have freed all wanted ports, or for the signal. */
export async function untilFreed(settings: StartSettings, signal: AbortSignal): Promise<void> {
  const { port, host, https, metricsPorts, metricsHost, mailSmtpPort, mailWebPort } = settings;
  const wanted = [
    ...[port, ...(https === null ? [] : [https.port.port])].map((one) => [one, host] as const),
    ...Object.values(metricsPorts ?? {}).map((one) => [one, metricsHost] as const),
    ...[mailSmtpPort, mailWebPort].map((wish) => [wish.port, LOCAL] as const),
  ];
  for (const place of wanted) {
    while (!signal.aborted && (await portProblem(...place))?.code === 'EADDRINUSE') await wait(LOOK_MS);
  }
}

/** Throws a StartProblem if a port that does not give way is not available: the api's or one for Prometheus. */
export async function requirePorts({ port, host, metricsPorts, metricsHost }: StartSettings): Promise<void> {
  await requirePort('PORT', port, host);
  for (const metricsPort of Object.values(metricsPorts ?? {})) {
    await requirePort('METRICS_PORT', metricsPort, metricsHost);
  }
}

/** The ports that no default may take: those of the api and for Prometheus, and the requested ones. */
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
 * Returns the requested port, or the default, or a free port if the default is taken or in `given`, and adds it to
 * `given`. Throws a StartProblem if a requested port is taken.
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
