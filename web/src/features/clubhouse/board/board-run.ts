import type { BoardAnswer, CourseAdvertsAnswer } from '@fairmark/contract';
import { hasCode, type ApiError } from '../../../api/call/errors.js';
import { courseClock, type CourseClock } from './board-clock.js';
import type { BoardLine } from './board-line.js';
import { answered, refusedBy, ticked, unanswered, UNKNOWN, type BoardState } from './board-state.js';

/** A board's dependencies. */
export interface BoardWorld {
  readBoard: () => Promise<BoardAnswer>;
  readAdverts: () => Promise<CourseAdvertsAnswer>;
  readBuild: () => Promise<string | null>;
  openLine: (callbacks: { onNews: () => void; onLive: (up: boolean) => void }) => Promise<BoardLine>;
  reload: () => void;
}

/** A snapshot of a running board for rendering. */
export interface BoardView {
  state: BoardState;
  clock: CourseClock | null;
  live: boolean;
  /** The server's time in ms, truncated to the minute. */
  minute: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ASK = { every: MINUTE, soon: 5 * SECOND };
const ADVERTS = { every: HOUR, again: 10 * MINUTE };
const LINE_AGAIN = 20 * SECOND;
/** A new build reloads the page, but not one younger than an hour: servers may alternate between builds for a while. */
const BUILD = { every: 5 * MINUTE, youngest: HOUR };
/** Refusals that a retry cannot change. */
const FINAL: readonly ApiError['code'][] = [
  'BOARD_LINK_REVOKED',
  'UNAUTHORIZED',
  'MISSING_AUTH_TOKEN',
  'EMAIL_UNVERIFIED',
  'FORBIDDEN',
  'COURSE_NOT_FOUND',
  'INVALID_INPUT',
];

/**
 * Runs a board: one timer, one socket, at most one read at a time. Every second it decides what is due from when each
 * task last ran, so that neither an outage nor a flood of hints queues up work.
 */
export class BoardRun {
  private state = UNKNOWN;
  private view: BoardView = { state: UNKNOWN, clock: null, live: false, minute: 0 };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private line: BoardLine | null = null;
  private live = false;
  private clock: { zone: string; words: CourseClock } | null = null;
  private build: string | null = null;
  private startedAt = 0;
  private wanted = false;
  private readonly busy = new Set<'board' | 'adverts' | 'line' | 'build'>();
  private readonly last = { board: -HOUR, adverts: -HOUR, line: -HOUR, build: -HOUR };
  private advertsOf: string | null = null;

  constructor(private readonly world: BoardWorld) {}

  /** For useSyncExternalStore. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): BoardView => this.view;

  start(): void {
    this.startedAt = Date.now();
    this.timer = setInterval(() => this.tick(), SECOND);
    this.tick();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.hangUp();
  }

  fits(rowsAPage: number): void {
    if (rowsAPage !== this.state.rowsAPage) this.change({ ...this.state, rowsAPage });
  }

  pause(paused: boolean): void {
    this.change({ ...this.state, paused, turnedAt: Date.now() });
  }

  private tick(): void {
    const now = Date.now();
    this.change(ticked(this.state, now));
    if (this.state.refused !== null) return;
    if (this.isDue(now)) void this.ask(now);
    if (this.areAdvertsDue(now)) void this.askAdverts(now);
    if (now - this.last.line >= LINE_AGAIN) void this.connect(now);
    if (this.state.failures === 0 && now - this.last.build >= BUILD.every) void this.compareBuilds(now);
  }

  private isDue(now: number): boolean {
    const since = now - this.last.board;
    if (since < SECOND) return false;
    const { failures, answer, aheadMs } = this.state;
    if (since >= ASK.every || (this.wanted && failures === 0)) return true;
    const isOver = answer !== null && this.clock !== null && this.clock.words.day(now + aheadMs) !== answer.day;
    const isUnsure = failures === 1 || (failures === 0 && (isOver || answer?.stale === true));
    return (this.wanted || isUnsure) && since >= ASK.soon;
  }

  private async ask(now: number): Promise<void> {
    await this.once('board', now, async () => {
      this.wanted = false;
      try {
        const answer = await this.world.readBoard();
        if (this.timer === null) return;
        const { timeZone } = answer.course;
        if (this.clock?.zone !== timeZone) this.clock = { zone: timeZone, words: courseClock(timeZone) };
        this.change(answered(this.state, answer, Date.now()));
      } catch (error) {
        if (this.timer === null) return;
        if (!hasCode(error, ...FINAL)) {
          this.change(unanswered(this.state));
          return;
        }
        this.hangUp();
        this.change(refusedBy(this.state, error));
      }
    });
  }

  private areAdvertsDue(now: number): boolean {
    const day = this.state.answer?.day;
    if (day === undefined) return false;
    return now - this.last.adverts >= (this.advertsOf === day ? ADVERTS.every : ADVERTS.again);
  }

  private async askAdverts(now: number): Promise<void> {
    const day = this.state.answer?.day ?? null;
    await this.once('adverts', now, async () => {
      // If adverts cannot be read, the last ones stay.
      const adverts = await this.world.readAdverts().catch(() => null);
      if (adverts === null || this.timer === null) return;
      this.advertsOf = day;
      this.change({ ...this.state, adverts });
    });
  }

  private async connect(now: number): Promise<void> {
    if (this.line !== null) {
      this.last.line = now;
      this.line.revive();
      return;
    }
    await this.once('line', now, async () => {
      const onNews = (): void => {
        this.wanted = true;
      };
      // The socket's chunk may fail to load without a network; `tick` tries again.
      const line = await this.world.openLine({ onNews, onLive: (up) => this.setLive(up) }).catch(() => null);
      if (line !== null && this.timer === null) line.close();
      else this.line = line;
    });
  }

  private setLive(up: boolean): void {
    this.live = up;
    this.change(this.state);
  }

  private hangUp(): void {
    this.line?.close();
    this.line = null;
    this.live = false;
  }

  private async compareBuilds(now: number): Promise<void> {
    await this.once('build', now, async () => {
      const build = await this.world.readBuild().catch(() => null);
      if (build === null || this.timer === null) return;
      this.build ??= build;
      if (build === this.build || Date.now() - this.startedAt < BUILD.youngest) return;
      this.build = build;
      this.world.reload();
    });
  }

  private async once(
    name: 'board' | 'adverts' | 'line' | 'build',
    now: number,
    task: () => Promise<void>,
  ): Promise<void> {
    if (this.busy.has(name)) return;
    this.busy.add(name);
    this.last[name] = now;
    try {
      await task();
    } finally {
      this.busy.delete(name);
    }
  }

  private change(state: BoardState): void {
    this.state = state;
    const clock = this.clock?.words ?? null;
    const minute = Math.floor((Date.now() + state.aheadMs) / MINUTE) * MINUTE;
    const { view, live } = this;
    if (view.state === state && view.live === live && view.minute === minute && view.clock === clock) return;
    this.view = { state, clock, live, minute };
    for (const listener of this.listeners) listener();
  }
}
