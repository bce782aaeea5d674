/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import type { BoardAnswer } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { queryClient } from '../../../api/call/query-client.js';
import { ApiError } from '../../../api/call/errors.js';
import { localDay } from '../../../text/dates.js';
import { boardAnswer, boardRow } from './testing/boards.js';
import { useBoard, WORLD } from './use-board.js';

/** A board that hangs for as long as a test likes: the clock is the test's. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Ten in the evening in Melbourne. */
const START = '2026-11-21T11:00:00Z';

/** The server of a club, and what it was asked. */
class Club {
  cards = 0;
  away = false;
  refusal: ApiError | null = null;
  build = 'one';
  asked = 0;
  advertsAsked = 0;
  reloads = 0;
  linesOpened = 0;
  linesClosed = 0;
  private listener: Parameters<typeof WORLD.openLine>[1] | null = null;

  readonly world: typeof WORLD = {
    readBoard: async () => {
      this.asked += 1;
      this.mustAnswer();
      return this.answer();
    },
    readAdverts: async () => {
      this.advertsAsked += 1;
      this.mustAnswer();
      return { status: 200, sponsors: [], defaultSponsor: { text: 'Room for your sign', image: null } };
    },
    readBuild: async () => {
      this.mustAnswer();
      return this.build;
    },
    openLine: (_key, listener) => {
      this.linesOpened += 1;
      this.listener = listener;
      listener.onLive(true);
      return () => (this.linesClosed += 1);
    },
    reload: () => (this.reloads += 1),
  };

  /** Cards are verified, and the socket announces them. */
  verifies(cards = 1): void {
    this.cards += cards;
    this.hints();
  }

  hints(): void {
    if (!this.away) act(() => this.listener?.onNews());
  }

  private mustAnswer(): void {
    if (this.away) throw new ApiError('NO_CONNECTION', 'No connection');
    if (this.refusal !== null) throw this.refusal;
  }

  private answer(): BoardAnswer {
    const rows = Array.from({ length: Math.min(100, this.cards) }, (_, n) =>
      boardRow(n + 1, { key: `${this.cards - n}` }),
    );
    return boardAnswer({
      day: localDay(new Date(), 'Australia/Melbourne'),
      now: new Date().toISOString(),
      cards: this.cards,
      standings: this.cards === 0 ? [] : [{ format: 'STABLEFORD', rows }],
    });
  }
}

const KEY = { course: 'harrow', token: 'link' };
let club: Club;
let board: ReturnType<typeof hang>;

function hang() {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  return renderHook(() => useBoard(KEY, 8, club.world), { wrapper });
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(START) });
  club = new Club();
  board = hang();
});
afterEach(async () => {
  board.unmount();
  await advance(SECOND);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

/** Advances the time in steps; a request is answered in the step that sends it. */
async function advance(ms: number, each = SECOND): Promise<void> {
  for (let left = ms; left > 0; left -= each) {
    await act(async () => {
      jest.advanceTimersByTime(Math.min(left, each));
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      jest.advanceTimersByTime(0);
    });
  }
}

const view = () => board.result.current.view;
const shown = () => view().answer;

it('asks at once, shows a new card within two seconds, and otherwise asks once a minute', async () => {
  await advance(1);
  expect(shown()?.cards).toBe(0);
  club.verifies();
  await advance(2 * SECOND);
  expect(shown()?.cards).toBe(1);
  const before = club.asked;
  await advance(10 * MINUTE);
  expect(club.asked - before).toBe(10);
});

it('asks once a second at most, however many hints come', async () => {
  await advance(2 * SECOND);
  const before = club.asked;
  for (let n = 0; n < 1_000; n += 1) {
    club.verifies();
    if (n % 25 === 0) await advance(SECOND / 4);
  }
  expect(club.asked - before).toBeLessThanOrEqual(11);
  expect(shown()?.cards).toBeGreaterThan(800);
});

it('changes to the new day by itself, by the clock of the course', async () => {
  await advance(2 * HOUR - SECOND, 5 * MINUTE);
  expect(shown()?.day).toBe('2026-11-21');
  await advance(62 * SECOND);
  expect(shown()?.day).toBe('2026-11-22');
});

it('goes on showing the last answer with its time, and recovers by itself from hours without network', async () => {
  club.verifies();
  await advance(5 * SECOND);
  const heard = shown()?.now;
  club.away = true;
  await advance(70 * SECOND);
  expect(view().away).toBe(false);
  await advance(9 * HOUR, 5 * MINUTE);
  expect([view().away, shown()?.now, shown()?.cards]).toEqual([true, heard, 1]);
  // The day is over, but the board shows no day that it has not read.
  expect(shown()?.day).toBe('2026-11-21');
  const before = club.asked;
  await advance(MINUTE);
  expect(club.asked - before).toBeLessThanOrEqual(12);
  club.away = false;
  await advance(10 * SECOND);
  expect([view().away, shown()?.day]).toEqual([false, '2026-11-22']);
});

it('starts without a network, and closes its socket at the end', async () => {
  board.unmount();
  await advance(SECOND);
  club = new Club();
  club.away = true;
  board = hang();
  await advance(5 * MINUTE, 5 * SECOND);
  expect(view()).toMatchObject({ away: true, answer: null });
  club.away = false;
  await advance(2 * MINUTE, 5 * SECOND);
  expect([club.linesOpened, view()]).toMatchObject([1, { away: false, live: true, answer: { cards: 0 } }]);
  board.unmount();
  expect(club.linesClosed).toBe(1);
});

it('closes for good when it is refused, and stops asking', async () => {
  await advance(SECOND);
  club.refusal = new ApiError('BOARD_LINK_REVOKED', 'This link does not open the board any more.', 401);
  club.hints();
  await advance(2 * SECOND);
  expect(board.result.current.refused).toMatchObject({ code: 'BOARD_LINK_REVOKED' });
  expect(club.linesClosed).toBe(1);
  const { asked } = club;
  await advance(DAY, HOUR);
  expect([club.asked, club.linesOpened]).toEqual([asked, 1]);
});

it('loads a new build of the server, an hour after its own load at the earliest', async () => {
  await advance(10 * MINUTE, MINUTE);
  club.build = 'two';
  await advance(45 * MINUTE, MINUTE);
  expect(club.reloads).toBe(0);
  await advance(15 * MINUTE, MINUTE);
  expect(club.reloads).toBe(1);
});

it('gives up an answer about the build that never comes, so that it is asked again', async () => {
  globalThis.fetch = (_address, init) =>
    new Promise((_answer, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
  const failed = jest.fn();
  WORLD.readBuild().catch(failed);
  await jest.advanceTimersByTimeAsync(15_000);
  expect(failed).toHaveBeenCalled();
});

it('hangs for a week of cards, outages and midnights without growing', async () => {
  let largest = 0;
  let verified = 0;
  await advance(10 * SECOND);
  const timers = jest.getTimerCount();
  // A browser that saves power rarely runs timers: for a second in twenty minutes.
  for (let steps = 0; steps < (7 * DAY) / (20 * MINUTE); steps += 1) {
    jest.setSystemTime(Date.now() + 20 * MINUTE - SECOND);
    const ofDay = new Date().getUTCHours();
    club.away = ofDay === 3 || ofDay === 4;
    if (ofDay === 5) club.cards = 0;
    if (ofDay > 8) club.verifies(60);
    if (ofDay > 8) verified += 60;
    await advance(SECOND);
    const { fresh, answer } = view();
    largest = Math.max(largest, fresh.length, answer?.standings[0]?.rows.length ?? 0);
  }
  await advance(10 * SECOND);
  expect(jest.getTimerCount()).toBeLessThanOrEqual(timers);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(3);
  expect(verified).toBeGreaterThan(18_000);
  expect(largest).toBe(100);
  expect([club.linesOpened, club.linesClosed]).toEqual([1, 0]);
  expect(club.advertsAsked).toBeLessThan(7 * 24 * 2);
  expect(JSON.stringify(view()).length).toBeLessThan(40_000);
});
