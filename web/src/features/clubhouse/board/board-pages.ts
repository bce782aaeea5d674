import { LIMITS, type BoardAnswer, type BoardRow, type Format } from '@fairmark/contract';
import { advertOfDay, HOUSE, type Adverts } from '../../../adverts/choose-advert.js';
import type { SponsorBannerProps } from '../../../adverts/sponsor-banner.js';

/** One page of a board. */
export type BoardPage =
  | { kind: 'rows'; format: Format; rows: readonly BoardRow[]; number: number; of: number; cut: boolean }
  | { kind: 'empty' }
  | { kind: 'advert' };

/** Result pages between two adverts; fewer pages are repeated. */
const BETWEEN_ADVERTS = 3;
const SHOWN_MS = { rows: 12_000, empty: 12_000, advert: 8_000 } as const;

/** How long a page is shown. */
export const shownMs = ({ kind }: BoardPage): number => SHOWN_MS[kind];

/** A board's pages: all cards by the most played format, the first by each other, an advert after every third page. */
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
  isMain: boolean,
): BoardPage[] {
  const count = isMain ? Math.ceil(rows.length / rowsAPage) : 1;
  return Array.from({ length: count }, (_, index) => ({
    kind: 'rows',
    format,
    rows: rows.slice(index * rowsAPage, (index + 1) * rowsAPage),
    number: index + 1,
    of: count,
    cut: isMain ? rows.length >= LIMITS.boardRowsMax : rows.length > rowsAPage,
  }));
}

/** The adverts that a board rotates, the advert of the day first. Empty if there is only the house advert. */
export function advertsOf(adverts: Adverts | null, day: string): SponsorBannerProps[] {
  if (adverts === null) return [];
  const ofDay = advertOfDay(adverts, day);
  const others = adverts.sponsors
    .filter(({ sponsorName, text }) => sponsorName !== ofDay.name || text !== ofDay.text)
    .map(({ sponsorName, text, image }) => ({ name: sponsorName, text, image }));
  return ofDay === HOUSE ? others : [ofDay, ...others];
}
