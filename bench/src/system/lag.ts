import { randomUUID } from 'node:crypto';
import type { DailyResultsAnswer } from '@fairmark/contract';
import { chance } from '@fairmark/server';
import { perSecond, say, spread, table } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { almostVerified, entriesOfAll, makeGroups, type AlmostVerified } from './cast.js';
import type { Children } from '../run/children.js';
import { Line } from './line.js';
import { callEvenly, Pace } from './pace.js';
import { Product, projected } from './product.js';

const GOLFERS = 200;
const WARM_UP = 20;
const VERIFICATION_EVERY_MS = 100;
const VISIBLE_WITHIN_MS = 10_000;
/** Scores entered meanwhile on separate connections. */
const BACKGROUND = { perSecond: 200, clients: 8 };
const ENTRIES_PER_MATCH_MIN = 72;
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
      const days = Array.from({ length: WARM_UP + verifications }, (_, i) => dayOf(i));
      const cards = makeGroups(luck, product, days).map(almostVerified);
      const seconds = (days.length * VERIFICATION_EVERY_MS * 5) / 1_000;
      const others = Math.ceil((seconds * BACKGROUND.perSecond) / ENTRIES_PER_MATCH_MIN);
      const groups = makeGroups(luck, product, Array<string>(others).fill(dayOf(-1)));
      await product.play(cards, luck);
      await product.begin(groups, luck);
      await projected(url);
      const ending = new AbortController();
      const entries = entriesOfAll(groups);
      const score = (line: Line) => product.score(line, entries.next().value);
      const started = performance.now();
      const background = callEvenly(product.port, BACKGROUND, ending.signal, score);
      const seen = await Promise.race([verify(product, cards, days), background.then(() => [])]);
      const elapsed = (performance.now() - started) / 1_000;
      ending.abort();
      return lagTable(seen.slice(WARM_UP), (await background).length / elapsed);
    } finally {
      await product.stop();
    }
  });
}

const dayOf = (n: number): string => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);

async function verify(product: Product, cards: readonly AlmostVerified[], days: readonly string[]): Promise<Seen[]> {
  const [signer, looker] = [new Line(product.port), new Line(product.port)];
  const token = product.token(product.golfers[0] ?? '');
  const pace = new Pace(VERIFICATION_EVERY_MS);
  const seen: Seen[] = [];
  try {
    for (const [at, { matchId, userId, markerId }] of cards.entries()) {
      if (at % 20 === 0) say(`leaderboard: verification ${at} of ${cards.length}`);
      const path = `/api/mothership/daily-results?course=${product.course.courseId}&day=${days[at]}`;
      const isThere = async (): Promise<boolean> => {
        const { rounds } = await looker.call<DailyResultsAnswer>('GET', path, { token });
        return rounds.some(({ player }) => player.id === userId);
      };
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
  const row = (name: string, of: (one: Seen) => number) => [name, String(seen.length), ...spread(seen.map(of))];
  const head = [`leaderboard, beside ${perSecond(background)} scores/s`, 'cards', 'p50', 'p99', 'max'];
  return table(head, [
    row('signature sent to answered', ({ answered }) => answered),
    row('answered to visible', ({ visible }) => visible),
    row('signature sent to visible', ({ answered, visible }) => answered + visible),
  ]);
}
