import type { Freshness, Page } from '@fairmark/contract';
import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from './client.js';

interface ReadOptions<Answer, Shown> extends Omit<UseQueryOptions<Shown>, 'queryKey' | 'queryFn'> {
  /** Selects the part of the answer to cache; by default all of it. */
  pick?: (answer: Answer) => Shown;
  /** The call's options, evaluated for each fetch. */
  ask?: () => CallOptions;
}

/** A list whose answer was behind the log is fetched again after this time: no hint comes once it has caught up. */
const BEHIND_MS = 10_000;

/** A query's `refetchInterval` while its answer is behind the log. */
export const whileBehind = ({ state: { data } }: { state: { data: Freshness | undefined } }): number | false =>
  data?.stale === true ? BEHIND_MS : false;

/** A query answered by a single GET. */
export function read<Answer, Shown = Answer>(key: QueryKey, path: string, options: ReadOptions<Answer, Shown> = {}) {
  const { pick, ask, ...query } = options;
  return queryOptions<Shown>({
    ...query,
    queryKey: key,
    queryFn: async ({ signal }) => {
      const asked = { ...ask?.(), signal };
      return pick === undefined ? call<Shown>('GET', path, asked) : pick(await call<Answer>('GET', path, asked));
    },
  });
}

/**
 * Reads the first pages of a list one after the other and joins them into one answer.
 *
 * @param join joins two pages; a property that the later page lacks (`stale`) must be missing from the result
 */
export async function readPages<Answer extends Page>(
  pages: number,
  ask: (offset: number) => Promise<Answer>,
  join: (before: Answer, next: Answer) => Answer,
): Promise<Answer> {
  let whole = await ask(0);
  for (let page = 1; page < pages && whole.nextOffset !== null; page += 1) {
    whole = join(whole, await ask(whole.nextOffset));
  }
  return whole;
}
