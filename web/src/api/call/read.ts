import { LIMITS, type Freshness, type Page } from '@fairmark/contract';
import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from './client.js';
import { minPosition } from './position.js';

interface ReadOptions<Answer, Shown> extends Omit<UseQueryOptions<Answer, Error, Shown>, 'queryKey' | 'queryFn'> {
  /** The call's options, evaluated for each fetch. */
  ask?: () => CallOptions;
}

/** A list whose answer was behind the log is fetched again after this time: no hint comes once it has caught up. */
const BEHIND_MS = 10_000;
/** How often an open page reads again what no hint announces, such as a new day or the end of a competition. */
export const NO_HINT_MS = 5 * 60_000;
/** How long an answer counts as fresh that the socket keeps current; returning to a page refetches. */
export const LIVE_MS = 5_000;

/** When a query is read again without a hint: sooner while its answer is behind the log; `againMs` false: never. */
export const refetchAfter =
  (againMs: number | false = false) =>
  ({ state: { data } }: { state: { data: Partial<Freshness> | undefined } }): number | false =>
    data?.stale === true ? BEHIND_MS : againMs;

/** A query answered by a single GET. */
export function read<Answer extends object, Shown = Answer>(
  queryKey: QueryKey,
  path: string,
  { ask, ...options }: ReadOptions<Answer, Shown> = {},
) {
  return queryOptions<Answer, Error, Shown>({
    refetchInterval: refetchAfter(),
    ...options,
    queryKey,
    queryFn: ({ signal }) => call<Answer>('GET', path, { ...ask?.(), signal }),
  });
}

interface ListOptions extends Pick<CallOptions, 'query'> {
  rows?: 'rounds' | 'competitions';
  /** How many rows to read. */
  many: number;
  /** The most rows of one answer. */
  most?: number;
  againMs?: number | false;
}

/** The first rows of a list in one answer. The socket announces most changes. */
export function listQuery<Answer extends Freshness & Page & { rounds?: unknown[]; competitions?: unknown[] }>(
  queryKey: QueryKey,
  path: string,
  { rows = 'rounds', query, many, most = LIMITS.pageSizeMax, againMs }: ListOptions,
) {
  // In as few answers as can be: a card that comes in between two would move a row to the next one.
  const pages = Math.ceil(many / most);
  const limit = String(Math.ceil(many / pages));
  return queryOptions<Answer>({
    queryKey,
    queryFn: async ({ signal }) => {
      const ask = (offset: number) =>
        call<Answer>('GET', path, { query: { ...query, limit, ...minPosition(), offset: String(offset) }, signal });
      let whole = await ask(0);
      for (let page = 1; page < pages && whole.nextOffset !== null; page += 1) {
        const next = await ask(whole.nextOffset);
        whole = { ...whole, ...next, [rows]: [...(whole[rows] ?? []), ...(next[rows] ?? [])] };
      }
      return whole;
    },
    staleTime: LIVE_MS,
    refetchInterval: refetchAfter(againMs),
  });
}
