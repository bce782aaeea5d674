import type { BoardAnswer } from '@fairmark/contract';
import type { Adverts } from '../../../adverts/choose-advert.js';
import { advertsOf, pagesOf, shownMs, type BoardPage } from './board-pages.js';

interface NewCard {
  key: string;
  /** When its mark ends. Times in this file are ms by this screen's clock. */
  until: number;
}

/** A board's state. All lists derive from the last answer, so nothing grows over time. */
export interface BoardState {
  /** Null until the first answer. */
  answer: BoardAnswer | null;
  adverts: Adverts | null;
  fresh: readonly NewCard[];
  rowsAPage: number;
  page: number;
  turnedAt: number;
  advert: number;
  paused: boolean;
}

export const UNKNOWN: BoardState = {
  answer: null,
  adverts: null,
  fresh: [],
  rowsAPage: 8,
  page: 0,
  turnedAt: 0,
  advert: 0,
  paused: false,
};

const MARKED_MS = 60_000;

/** The board's pages and the current one. */
export function shownPage(state: BoardState): { pages: readonly BoardPage[]; page: BoardPage | null } {
  if (state.answer === null) return { pages: [], page: null };
  const hasAdverts = advertsOf(state.adverts, state.answer.day).length > 0;
  const pages = pagesOf(state.answer, state.rowsAPage, hasAdverts);
  return { pages, page: pages[state.page % pages.length] ?? null };
}

/** Applies an answer. New cards of the same day are marked, and the page with the best of them is shown. */
export function answered(state: BoardState, answer: BoardAnswer, now: number): BoardState {
  const before = state.answer?.day === answer.day ? keysOf(state.answer) : null;
  const keys = keysOf(answer);
  const added = before === null ? [] : [...keys].filter((key) => !before.has(key));
  const stillMarked = state.fresh.filter(({ key, until }) => until > now && keys.has(key));
  const next: BoardState = {
    ...state,
    answer,
    fresh: before === null ? [] : [...stillMarked, ...added.map((key) => ({ key, until: now + MARKED_MS }))],
  };
  if (state.answer?.day !== answer.day) return { ...next, page: 0, turnedAt: now };
  const { pages } = shownPage(next);
  const withNew = pages.findIndex((page) => page.kind === 'rows' && page.rows.some(({ key }) => added.includes(key)));
  if (withNew !== -1 && !state.paused) return { ...next, page: withNew, turnedAt: now };
  return { ...next, page: state.page % pages.length };
}

/** Applies the time: turns the page and removes expired marks. Returns the same state if nothing changes. */
export function ticked(state: BoardState, now: number): BoardState {
  const marked = state.fresh.every(({ until }) => until > now)
    ? state
    : { ...state, fresh: state.fresh.filter(({ until }) => until > now) };
  const { pages, page } = shownPage(marked);
  if (page === null || state.paused || now - state.turnedAt < shownMs(page)) return marked;
  const adverts = advertsOf(state.adverts, state.answer?.day ?? '').length;
  return {
    ...marked,
    page: (state.page + 1) % pages.length,
    turnedAt: now,
    advert: page.kind === 'advert' ? (state.advert + 1) % Math.max(1, adverts) : state.advert,
  };
}

function keysOf({ standings }: BoardAnswer): Set<string> {
  return new Set(standings.flatMap(({ rows }) => rows.map(({ key }) => key)));
}
