import { once } from 'node:events';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer, type Sent } from '../support/golfer.js';
import { courseNamed, finishes, play, standingOf, type TwoBall } from '../support/group.js';
import type { Operation } from '../support/history.js';
import { Scorers } from '../support/scorers.js';

/** Of the demo's golfers. */
const PASSWORD = 'fairway-demo-1';
const BREATH_MS = 500;
/** A score without an answer after this time counts as failed. */
const PATIENCE_MS = 120_000;
const BACK_WITHIN_MS = 120_000;

/** A golfer whose phone trusts the proxy's authority: `fetch` knows only those from the start of the process. */
class TrustingGolfer extends Golfer {
  private readonly agent = new Agent({ keepAlive: true, ...this.trust });

  protected override async sends(url: string, { body, ...about }: Sent): Promise<{ status: number; said: string }> {
    const sent = request(url, { ...about, agent: this.agent }).end(body);
    // An answer that is cut off: reading its text fails then.
    sent.on('error', () => undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, said: await text(answer) };
  }
}

/** Two demo golfers who enter scores through the proxy, from the first tee until {@link finish}. */
export class Players {
  private constructor(
    private readonly ball: TwoBall,
    private readonly scorers: Scorers,
  ) {}

  /** Starts a round at an address with a certificate from this authority. One listens over a WebSocket, one by polling. */
  static async begin(url: string, authority: string): Promise<Players> {
    const alex = { name: 'Alex Tran', gender: 'MALE', handicap: 12.4 } as const;
    const bindi = { name: 'Bindi Walker', gender: 'FEMALE', handicap: 18.7 } as const;
    const players: TwoBall['players'] = [
      new TrustingGolfer(url, alex, 'alex@demo.fairmark.test', { ca: authority }),
      new TrustingGolfer(url, bindi, 'bindi@demo.fairmark.test', { ca: authority }),
    ];
    for (const golfer of players) await golfer.signsIn(PASSWORD);
    const course = await courseNamed('Harrow Point', players[0]);
    const matchId = await play(players[0], [players[1]], { course, matchType: 'STROKE' });
    await players[0].listens(url, ['websocket']);
    await players[1].listens(url, ['polling']);
    for (const golfer of players) await golfer.emits('join_lobby', { matchId });
    const ball = { matchId, course, players };
    const scorers = new Scorers([ball], {
      bases: [url],
      untilMs: PATIENCE_MS,
      seed: 'containers',
      breathMs: BREATH_MS,
    });
    await scorers.goOn('at first');
    return new Players(ball, scorers);
  }

  get matchId(): string {
    return this.ball.matchId;
  }

  get sent(): readonly Operation[] {
    return this.scorers.history.operations;
  }

  /** Waits until scores are accepted. Returns the longest wait of a score since `since`, in ms. */
  async waitForScores(since: number): Promise<number> {
    await this.scorers.goOn('again', BACK_WITHIN_MS);
    return Math.round(Math.max(...this.sentSince(since).map(({ ms }) => ms)));
  }

  /** Number of failed attempts at scores since then. */
  failedSince(since: number): number {
    return this.sentSince(since).reduce((sum, { attempts }) => sum + attempts - 1, 0);
  }

  /** They complete and sign both cards, having heard of a score. Returns the strokes of the cards on the leaderboard. */
  async finish(): Promise<(number | null)[]> {
    await this.scorers.stop();
    await this.receive();
    return (await standingOf(this.ball, await finishes(this.ball))).map(({ gross }) => gross);
  }

  async stop(): Promise<void> {
    await this.scorers.stop();
    for (const golfer of this.ball.players) golfer.hangsUp();
  }

  private sentSince(since: number): Operation[] {
    return this.sent.filter(({ at, ms }) => at + ms >= since);
  }

  /** Checks that both phones receive events, after reconnecting if necessary. */
  private async receive(): Promise<void> {
    const { matchId, players } = this.ball;
    for (const golfer of players) {
      await eventually(() => golfer.socket?.connected === true, `${golfer.profile.name} is connected`, 30_000);
      golfer.heard.length = 0;
      await golfer.emits('join_lobby', { matchId });
    }
    await players[0].scores(matchId, 1, 9);
    for (const golfer of players) await golfer.hears('score_recorded', { holeNumber: 1 });
  }
}
