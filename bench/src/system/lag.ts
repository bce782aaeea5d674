import { randomUUID } from 'node:crypto';
import type { DailyResultsAnswer } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { chance } from '@fairmark/server';
import { Client } from 'pg';
import { median, ms, perSecond, quantile, table } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import {
  almostVerified,
  courseWithId,
  entriesOf,
  makeGroups,
  untilStart,
  type AlmostVerified,
  type Entry,
  type Group,
} from './cast.js';
import type { Children } from './children.js';
import { Line } from './line.js';
import { Pace } from './pace.js';
import { isProjected, Product } from './product.js';
import { say } from './say.js';

const GOLFERS = 200;
const WARM_UP = 20;
const VERIFICATION_EVERY_MS = 100;
const VISIBLE_WITHIN_MS = 10_000;
const PROJECTED_WITHIN_MS = 60_000;
/** Scores entered meanwhile on separate connections. */
const BACKGROUND = { scoresPerSecond: 200, clients: 8, entriesPerMatch: 72 };
const DAY_MS = 86_400_000;
/** Long ago, so that every verified card has a separate day and leaderboard. */
const FIRST_DAY = Date.parse('2001-01-01');

/** Durations of a verification, in milliseconds. */
interface Seen {
  /** From sending the signature to its answer. */
  answered: number;
  /** From the answer to the row appearing on the leaderboard. */
  visible: number;
}

/**
 * Time from the answer to the signature that verifies a card until the card is on the leaderboard, which is polled
 * without the position of that answer while others score. Returns a Markdown table.
 */
export async function measureLag(server: BenchServer, children: Children, verifications: number): Promise<string> {
  const luck = chance('lag');
  return server.withDatabase(async (url) => {
    say('leaderboard: playing the matches');
    const product = await Product.start(children, url, { luck, golfers: GOLFERS, projector: true });
    try {
      const cast = { golfers: product.golfers, course: courseWithId(luck, product.courseId) };
      const days = Array.from({ length: WARM_UP + verifications }, (_, i) => dayOf(i));
      const cards = makeGroups(luck, cast, days).map(almostVerified);
      const seconds = (days.length * VERIFICATION_EVERY_MS * 5) / 1_000;
      const others = Math.ceil((seconds * BACKGROUND.scoresPerSecond) / BACKGROUND.entriesPerMatch);
      const groups = makeGroups(
        luck,
        cast,
        Array.from({ length: others }, () => dayOf(-1)),
      );
      await product.play(cards, luck);
      await product.play(
        groups.map((group) => ({ matchId: group.matchId, events: untilStart(group) })),
        luck,
      );
      await projected(url);
      const background = playBeside(product, groups);
      try {
        const seen = await verify(product, cards, days);
        return lagTable(seen.slice(WARM_UP), await background.stop());
      } finally {
        await background.stop();
      }
    } finally {
      await product.stop();
    }
  });
}

const dayOf = (n: number): string => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);

async function projected(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await eventually(() => isProjected(client), 'the projector reaches the head of the log', PROJECTED_WITHIN_MS);
  } finally {
    await client.end();
  }
}

/** Enters scores of others at an even rate until stopped. `stop` returns how many there were per second. */
function playBeside(product: Product, groups: readonly Group[]): { stop(): Promise<number> } {
  const { scoresPerSecond, clients } = BACKGROUND;
  const waiting = [...groups];
  const started = performance.now();
  let stopped = false;
  let scores = 0;
  const client = async (): Promise<void> => {
    const line = new Line(product.port);
    const pace = new Pace((1_000 * clients) / scoresPerSecond);
    try {
      for (const { matchId, userId, enteredBy, holeNumber, strokes } of entriesOfAll(waiting)) {
        await pace.turn();
        if (stopped) return;
        const body = { matchId, userId, holeNumber, strokes };
        await line.call('POST', '/api/match/score', { token: product.token(enteredBy), body, key: randomUUID() });
        scores += 1;
      }
      throw new Error('Every match has been played: the verifications took too long');
    } finally {
      await line.close();
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  // `stop` reports a failure.
  all.catch(() => undefined);
  return {
    stop: async () => {
      const rate = (scores / (performance.now() - started)) * 1_000;
      stopped = true;
      await all;
      return rate;
    },
  };
}

/** Entries of one match after the other, removing each match from `groups`. */
function* entriesOfAll(groups: Group[]): Generator<Entry> {
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) yield* entriesOf(group);
}

async function verify(product: Product, cards: readonly AlmostVerified[], days: readonly string[]): Promise<Seen[]> {
  const [signer, looker] = [new Line(product.port), new Line(product.port)];
  const token = product.token(product.golfers[0] ?? '');
  const pace = new Pace(VERIFICATION_EVERY_MS);
  const seen: Seen[] = [];
  try {
    for (const [at, { matchId, userId, markerId }] of cards.entries()) {
      if (at % 20 === 0) say(`leaderboard: verification ${at} of ${cards.length}`);
      const path = `/api/mothership/daily-results?course=${product.courseId}&day=${days[at]}`;
      const isThere = async (): Promise<boolean> =>
        (await looker.call<DailyResultsAnswer>('GET', path, { token })).rounds.some(
          ({ player }) => player.id === userId,
        );
      if (await isThere()) throw new Error(`${matchId} is on the leaderboard before it is verified`);
      await pace.turn();
      const sent = performance.now();
      const signature = { token: product.token(markerId), body: { userId }, key: randomUUID() };
      await signer.call('POST', `/api/match/${matchId}/verify`, signature);
      const answered = performance.now();
      await until(isThere, matchId);
      seen.push({ answered: answered - sent, visible: performance.now() - answered });
    }
    return seen;
  } finally {
    await Promise.all([signer.close(), looker.close()]);
  }
}

/** Polls without pauses. */
async function until(isThere: () => Promise<boolean>, matchId: string): Promise<void> {
  const end = performance.now() + VISIBLE_WITHIN_MS;
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error(`${matchId} does not become visible`);
  }
}

function lagTable(seen: readonly Seen[], background: number): string {
  const row = (name: string, times: number[]): string[] => [
    name,
    String(times.length),
    ms(median(times)),
    ms(quantile(times, 0.99)),
    ms(quantile(times, 1)),
  ];
  const head = [`leaderboard, beside ${perSecond(background)} scores/s`, 'cards', 'p50', 'p99', 'max'];
  return table(head, [
    row(
      'signature sent to answered',
      seen.map(({ answered }) => answered),
    ),
    row(
      'answered to visible',
      seen.map(({ visible }) => visible),
    ),
    row(
      'signature sent to visible',
      seen.map(({ answered, visible }) => answered + visible),
    ),
  ]);
}
