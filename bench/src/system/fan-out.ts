import { setTimeout as pause } from 'node:timers/promises';
import type { CourseHint } from '@fairmark/contract';
import { MATCH_SCHEMA_VERSIONS, matchStream, tailOf } from '@fairmark/events';
import { appendCommand } from '@fairmark/projector/testing/append';
import { chance } from '@fairmark/server';
import { freePort } from '@fairmark/tools';
import { quantile, say, spread, table, times as ratio } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { Audience, type FromEcho, type Source, type ToEcho } from './audience.js';
import { almostVerified, makeGroups, type AlmostVerified } from './cast.js';
import type { Child, Children } from '../run/children.js';
import { Line } from './line.js';
import { sharedClock } from './pace.js';
import { Product } from './product.js';

const SOCKETS_PER_GOLFER = 5;
const EMISSIONS_PER_ROUND = 20;
const WARM_UP = 10;
/** Time for the remaining work of an emission. */
const QUIET_MS = 50;
/** More than the events of a match, so that its stream is read at once. */
const STREAM_MAX = 1_000;

interface Options {
  sockets: number;
  rounds: number;
}

/** Emits one hint to all connections. Returns its time, on the shared clock, and its position. */
type Emit = (at: number) => Promise<{ emittedAt: number; position: string }>;

/**
 * Time from a change to its hint at each of many connections, compared with a Socket.IO server that does nothing else
 * for as many connections. Returns a Markdown table.
 */
export async function measureFanOut(server: BenchServer, children: Children, options: Options): Promise<string> {
  const { sockets, rounds } = options;
  const luck = chance('fan-out');
  return server.withDatabase(async (url) => {
    say(`sockets: connecting ${sockets}, twice`);
    const golfers = Math.ceil(sockets / SOCKETS_PER_GOLFER) + 10;
    const product = await Product.start(children, url, { luck, golfers });
    const audience = new Audience(children);
    const echoPort = await freePort();
    const echo = children.start('echo', { PORT: String(echoPort) });
    await echo.answer();
    const line = new Line(product.port);
    try {
      const { courseId } = product.course;
      const count = WARM_UP + rounds * EMISSIONS_PER_ROUND;
      const today = new Date().toISOString().slice(0, 10);
      const days = Array.from({ length: count }, () => today);
      const matches = makeGroups(luck, product, days).map(almostVerified);
      await product.play(matches, luck);
      const tokens = Array.from({ length: sockets }, (_, i) =>
        product.token(product.golfers[Math.floor(i / SOCKETS_PER_GOLFER)] ?? ''),
      );
      await audience.connect({ to: 'product', port: product.port, tokens, courseId });
      await audience.connect({ to: 'echo', port: echoPort, tokens, courseId });
      const emits: Record<Source, Emit> = {
        product: (at) => verify(product, line, matches[at]),
        echo: (at) => emitBarely(echo, { courseId, day: '2026-01-01', position: String(at), log: courseId }),
      };
      const heard = await measure(audience, emits, { count, sockets });
      return fanOutTable(heard, options);
    } finally {
      await line.close();
      await audience.stop();
      await echo.stop();
      await product.stop();
    }
  });
}

/** The sources take turns, emission by emission; the first few are not counted. Milliseconds of all connections. */
async function measure(
  audience: Audience,
  emits: Record<Source, Emit>,
  { count, sockets }: { count: number; sockets: number },
): Promise<Record<Source, number[]>> {
  const latencies: Record<Source, number[]> = { product: [], echo: [] };
  for (let at = 0; at < count; at += 1) {
    if (at % 10 === 0) say(`sockets: emission ${at} of ${count}`);
    const order: Source[] = at % 2 === 0 ? ['product', 'echo'] : ['echo', 'product'];
    for (const source of order) {
      await pause(QUIET_MS);
      const [{ emittedAt, position }, heard] = await Promise.all([emits[source](at), audience.answers()]);
      const times = heard.flatMap((said) => ('position' in said && said.position === position ? said.times : []));
      if (heard.some(({ to }) => to !== source) || times.length !== sockets) throw new Error('Another hint was heard');
      if (at >= WARM_UP) latencies[source].push(...times.map((time) => time - emittedAt));
    }
  }
  return latencies;
}

/**
 * Appends the signature that verifies a card, as another process would. The time starts before the append, so that it
 * includes the commit. The api has the match cached, as after scores of the round.
 */
async function verify(product: Product, line: Line, match?: AlmostVerified): ReturnType<Emit> {
  if (match === undefined) throw new Error('There are too few matches');
  const { matchId, last, markerId } = match;
  await line.call('GET', `/api/match/${matchId}`, { token: product.token(markerId) });
  const stream = matchStream(matchId);
  const before = (await product.store.readStream(stream, 0n, { limit: STREAM_MAX })).at(-1);
  const tail = before === undefined ? null : tailOf(before);
  const now = new Date().toISOString();
  const command = { stream, tail, events: last, schemaVersions: MATCH_SCHEMA_VERSIONS, now, actorId: markerId };
  const emittedAt = sharedClock();
  const { position } = await appendCommand(product.store, command);
  return { emittedAt, position: String(position) };
}

async function emitBarely(echo: Child, payload: CourseHint): ReturnType<Emit> {
  echo.send({ payload } satisfies ToEcho);
  const said = await echo.answer<FromEcho>();
  return { emittedAt: 'emittedAt' in said ? said.emittedAt : Number.NaN, position: payload.position };
}

function fanOutTable({ product, echo }: Record<Source, number[]>, { sockets }: Options): string {
  const bare = quantile(echo, 0.99);
  const row = (name: string, times: readonly number[]): string[] => [
    name,
    (times.length / sockets).toFixed(0),
    ...spread(times),
    ratio(quantile(times, 0.99), bare),
  ];
  const head = [`hint to ${sockets.toLocaleString('en')} sockets`, 'hints', 'p50', 'p99', 'max', "of bare's p99"];
  return table(head, [row('Fairmark, from the append', product), row('bare Socket.IO, from the emit', echo)]);
}
