import { LIMITS, type BoardAnswer, type BoardRow, type Format } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { advertOfDay, HOUSE, type Adverts } from '../../../adverts/choose-advert.js';
import type { SponsorBannerProps } from '../../../adverts/sponsor-banner.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { joinWords } from '../../../text/words.js';

/** A board's state before its first answer. Times are ms by this screen's clock. */
export const UNKNOWN = {
  answer: null as BoardAnswer | null,
  /** New cards, each with the end of its mark. */
  fresh: [] as readonly { key: string; until: number }[],
  page: 0,
  turnedAt: 0,
  /** Adverts that were shown: the next one's place in their rotation. */
  advert: 0,
  paused: false,
};

/** A board's state. All lists derive from the last answer, so nothing grows over time. */
export type BoardState = typeof UNKNOWN;

const MARKED_MS = 60_000;

/** The item whose turn it is, in a loop; undefined if there are none. */
export const inTurn = <Item>(items: readonly Item[], turn: number): Item | undefined => items[turn % items.length];

/** Applies an answer, with its pages. Marks new cards of the same day, and shows the page with the best of them. */
export function answered(state: BoardState, answer: BoardAnswer, pages: readonly BoardPage[], now: number): BoardState {
  if (state.answer?.day !== answer.day) return { ...state, answer, fresh: [], page: 0, turnedAt: now };
  const before = keysOf(state.answer);
  const keys = keysOf(answer);
  const added = [...keys].filter((key) => !before.has(key));
  const stillMarked = state.fresh.filter(({ key, until }) => until > now && keys.has(key));
  const fresh = [...stillMarked, ...added.map((key) => ({ key, until: now + MARKED_MS }))];
  const withNew = pages.findIndex((page) => page.kind === 'rows' && page.rows.some(({ key }) => added.includes(key)));
  const turn = withNew === -1 || state.paused ? {} : { page: withNew, turnedAt: now };
  return { ...state, answer, fresh, ...turn };
}

/** Applies the time: turns the page and removes expired marks. Returns the same state if nothing changes. */
export function ticked(state: BoardState, pages: readonly BoardPage[], now: number): BoardState {
  const fresh = state.fresh.filter(({ until }) => until > now);
  const marked = fresh.length === state.fresh.length ? state : { ...state, fresh };
  const page = inTurn(pages, state.page);
  // The screen's clock may be set back, by hours.
  const shownMs = Math.abs(now - state.turnedAt);
  if (page === undefined || state.paused || shownMs < SHOWN_MS[page.kind]) return marked;
  const advert = page.kind === 'advert' ? state.advert + 1 : state.advert;
  return { ...marked, page: (state.page + 1) % pages.length, turnedAt: now, advert };
}

function keysOf({ standings }: BoardAnswer): Set<string> {
  return new Set(standings.flatMap(({ rows }) => rows.map(({ key }) => key)));
}

/** One page of a board, with the line below its heading. */
export type BoardPage = { title: string } & (
  | { kind: 'rows'; format: Format; number: number; rows: readonly BoardRow[] }
  | { kind: 'empty' | 'advert' }
);

const EMPTY: BoardPage = { kind: 'empty', title: 'Daily leaderboard' };
const ADVERT: BoardPage = { kind: 'advert', title: 'Our sponsors' };
/** Result pages between two adverts; fewer pages are repeated. */
const BETWEEN_ADVERTS = 3;
const SHOWN_MS = { rows: 12_000, empty: 12_000, advert: 8_000 } as const;

/** All cards by the most played format, the first page by each other, an advert after every third page and the last. */
export function pagesOf({ standings, cards }: BoardAnswer, rowsAPage: number, hasAdverts: boolean): BoardPage[] {
  const results = standings.flatMap(({ format, rows }, place) => {
    const [count, most] = place === 0 ? [Math.ceil(rows.length / rowsAPage), LIMITS.boardRowsMax] : [1, rowsAPage];
    return Array.from({ length: count }, (_, index): BoardPage => {
      const words = [
        FORMAT_WORDS[format].name,
        // A 70 on a card of par 73 is ahead of a 68 on one of par 70.
        FORMATS[format].sort === 'nett' ? 'nett against par' : '',
        cards > most ? `top ${most}` : '',
        count > 1 ? `page ${index + 1} of ${count}` : '',
      ];
      const shown = rows.slice(index * rowsAPage, (index + 1) * rowsAPage);
      return { kind: 'rows', title: joinWords(words, ', '), format, number: index + 1, rows: shown };
    });
  });
  const shown = results.length === 0 ? [EMPTY] : results;
  if (!hasAdverts) return shown;
  const rounds = Math.ceil(BETWEEN_ADVERTS / shown.length);
  const all = Array.from({ length: rounds }, () => shown).flat();
  return all.flatMap((page, index) => {
    const due = (index + 1) % BETWEEN_ADVERTS === 0 || index === all.length - 1;
    return due ? [page, ADVERT] : [page];
  });
}

/** The adverts that a board rotates, the advert of the day first. Empty if there is only the house advert. */
export function advertsOf(adverts: Adverts | undefined, day: string): SponsorBannerProps[] {
  if (adverts === undefined) return [];
  const ofDay = advertOfDay(adverts, day);
  const others = adverts.sponsors
    .filter(({ sponsorName, text }) => sponsorName !== ofDay.name || text !== ofDay.text)
    .map(({ sponsorName, text, image }) => ({ name: sponsorName, text, image }));
  return ofDay === HOUSE ? others : [ofDay, ...others];
}
