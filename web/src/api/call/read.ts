import type { Freshness, Page } from '@fairmark/contract';
import { keepPreviousData, queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from './client.js';
import { minPosition } from './position.js';

interface ReadOptions<Answer, Shown> extends Omit<UseQueryOptions<Shown>, 'queryKey' | 'queryFn'> {
  /** Selects the part of the answer to cache; by default all of it. */
  pick?: (answer: Answer) => Shown;
  /** The call's options, evaluated for each fetch. */
  ask?: () => CallOptions;
}

/** A list whose answer was behind the log is fetched again after this time: no hint comes once it has caught up. */
const BEHIND_MS = 10_000;
/** How often an open page reads again what no hint announces, such as a new day or the end of a competition. */
export const NO_HINT_MS = 5 * 60_000;

/** Paths whose last answer was behind the log, of queries that cache only a part of it. */
const behind = new Set<string>();

/** Options of queries that the socket keeps current; returning to a page refetches. */
export const LIVE = {
  staleTime: 5_000,
  refetchInterval: ({ state: { data } }: { state: { data: Freshness | undefined } }): number | false =>
    data?.stale === true ? BEHIND_MS : false,
};

/** A query answered by a single GET. */
export function read<Answer, Shown = Answer>(key: QueryKey, path: string, options: ReadOptions<Answer, Shown> = {}) {
  const { pick, ask, ...query } = options;
  return queryOptions<Shown>({
    refetchInterval: () => behind.has(path) && BEHIND_MS,
    ...query,
    queryKey: key,
    queryFn: async ({ signal }) => {
      const asked = { ...ask?.(), signal };
      if (pick === undefined) return call<Shown>('GET', path, asked);
      const answer = await call<Answer & Partial<Freshness>>('GET', path, asked);
      behind[answer.stale === true ? 'add' : 'delete'](path);
      return pick(answer);
    },
  });
}

interface ListOptions extends Pick<CallOptions, 'query'> {
  /** How many pages to read; 1 by default. */
  pages?: number | undefined;
  /** How often it is read again without a hint; false: never. */
  againMs?: number | false | undefined;
  placeholderData?: typeof keepPreviousData | undefined;
}

/** The first pages of a list, read one after the other, as one answer. The socket announces most changes. */
export function listQuery<Rows extends string, Answer extends Freshness & Page & Record<Rows, unknown[]>>(
  queryKey: QueryKey,
  path: string,
  rows: Rows,
  { query, pages = 1, againMs = false, placeholderData }: ListOptions,
) {
  return queryOptions<Answer>({
    queryKey,
    queryFn: async ({ signal }) => {
      const ask = (offset: number) =>
        call<Answer>('GET', path, { query: { ...query, ...minPosition(), offset: String(offset) }, signal });
      let whole = await ask(0);
      for (let page = 1; page < pages && whole.nextOffset !== null; page += 1) {
        const next = await ask(whole.nextOffset);
        whole = { ...whole, ...next, [rows]: [...whole[rows], ...next[rows]] };
      }
      return whole;
    },
    ...LIVE,
    refetchInterval: (shown) => LIVE.refetchInterval(shown) || againMs,
    placeholderData,
  });
}
