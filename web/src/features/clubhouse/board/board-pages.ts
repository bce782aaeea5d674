import { LIMITS, type BoardAnswer, type BoardRow, type Format } from '@fairmark/contract';
import { advertOfDay, HOUSE, type Adverts } from '../../../adverts/choose-advert.js';
import type { SponsorBannerProps } from '../../../adverts/sponsor-banner.js';

/** What a board shows at a time. */
export type BoardPage =
  | { kind: 'rows'; format: Format; rows: readonly BoardRow[]; number: number; of: number; cut: boolean }
  | { kind: 'empty' }
  | { kind: 'advert' };

/** Pages of results between two adverts, the same ones again where there are fewer. */
const BETWEEN_ADVERTS = 3;
const SHOWN_MS = { rows: 12_000, empty: 12_000, advert: 8_000 } as const;

/** How long a page stands. */
export const shownMs = ({ kind }: BoardPage): number => SHOWN_MS[kind];

/** The pages of a board: every card by the format most played, the first by each other format, an advert after every third page. */
export function pagesOf({ standings }: BoardAnswer, rowsAPage: number, hasAdverts: boolean): BoardPage[] {
  const results = standings.flatMap((standing, index) => standingPages(standing, rowsAPage, index === 0));
  const shown: BoardPage[] = results.length === 0 ? [{ kind: 'empty' }] : results;
  if (!hasAdverts) return shown;
  const rounds = Math.ceil(BETWEEN_ADVERTS / shown.length);
  const all = Array.from({ length: rounds }, () => shown).flat();
  return all.flatMap((page, index): BoardPage[] => {
    const due = (index + 1) % BETWEEN_ADVERTS === 0 || index === all.length - 1;
    return due ? [page, { kind: 'advert' }] : [page];
  });
}

function standingPages(
  { format, rows }: BoardAnswer['standings'][number],
  rowsAPage: number,
  all: boolean,
): BoardPage[] {
  const count = all ? Math.ceil(rows.length / rowsAPage) : 1;
  return Array.from({ length: count }, (_, index) => ({
    kind: 'rows',
    format,
    rows: rows.slice(index * rowsAPage, (index + 1) * rowsAPage),
    number: index + 1,
    of: count,
    cut: all ? rows.length >= LIMITS.boardRowsMax : rows.length > rowsAPage,
  }));
}

/** The adverts that a board shows in turn: the one of the day first. None where there is only the house's own line. */
export function advertsOf(adverts: Adverts | null, day: string): SponsorBannerProps[] {
  if (adverts === null) return [];
  const ofDay = advertOfDay(adverts, day);
  const others = adverts.sponsors
    .filter(({ sponsorName, text }) => sponsorName !== ofDay.name || text !== ofDay.text)
    .map(({ sponsorName, text, image }) => ({ name: sponsorName, text, image }));
  return ofDay === HOUSE ? others : [ofDay, ...others];
}
