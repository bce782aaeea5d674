import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@fairmark/events/testing/eventually';
import { endChild } from '@fairmark/tools';
import type { Operation } from '../support/history.js';

/** Messages of the players' process. */
export type FromPlayer =
  | { kind: 'playing'; matchId: string }
  | { kind: 'score'; score: Operation }
  | { kind: 'finished'; gross: (number | null)[] }
  | { kind: 'failed'; why: string };
export type ToPlayer = 'finish';

const BEGINS_WITHIN_MS = 60_000;
const FINISHES_WITHIN_MS = 180_000;
/** Scores that have to be accepted after a fault before it counts as over. */
const GOES_ON = 10;

/** Two golfers who enter scores through the proxy, from the first tee until {@link finish}. */
export class Players {
  readonly sent: Operation[] = [];
  matchId = '';
  private gross: (number | null)[] | null = null;
  private problem: string | null = null;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: FromPlayer) => {
      if (message.kind === 'playing') this.matchId = message.matchId;
      else if (message.kind === 'score') this.sent.push(message.score);
      else if (message.kind === 'finished') this.gross = message.gross;
      else this.problem = message.why;
    });
    child.on('exit', (code) => {
      if (this.gross === null) this.problem ??= `the players' process ended with ${code}`;
    });
  }

  /** Starts them at an address with a certificate from the authority in this file. */
  static async begin(url: string, authority: string): Promise<Players> {
    const program = fileURLToPath(new URL('player.main.js', import.meta.url));
    const players = new Players(fork(program, [url], { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } }));
    await players.until(() => players.sent.length > GOES_ON, 'a round begins', BEGINS_WITHIN_MS);
    return players;
  }

  /** Waits until scores sent from now on are accepted. Returns the longest wait of a score since `since`, in ms. */
  async waitForScores(since: number, withinMs = 120_000): Promise<number> {
    const now = Date.now();
    const taken = (): boolean =>
      this.sent.filter(({ at, result }) => at >= now && result === 'acknowledged').length >= GOES_ON;
    await this.until(taken, 'scores are taken', withinMs);
    return Math.round(Math.max(...this.sent.filter(({ at, ms }) => at + ms >= since).map(({ ms }) => ms)));
  }

  /** Number of failed attempts at scores since then. */
  failedSince(since: number): number {
    return this.sent.filter(({ at, ms }) => at + ms >= since).reduce((sum, { attempts }) => sum + attempts - 1, 0);
  }

  /** Makes them complete and sign both cards. Returns the strokes of the cards on the leaderboard. */
  async finish(): Promise<(number | null)[]> {
    this.child.send('finish' satisfies ToPlayer);
    await this.until(() => this.gross !== null, 'the round is signed', FINISHES_WITHIN_MS);
    return this.gross ?? [];
  }

  async stop(): Promise<void> {
    await endChild(this.child);
  }

  private async until(condition: () => boolean, what: string, withinMs: number): Promise<void> {
    await eventually(() => this.problem !== null || condition(), what, withinMs);
    if (this.problem !== null) throw new Error(`The golfers: ${this.problem}`);
  }
}
