import type { Page } from '@fairmark/contract';
import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from './client.js';

interface ReadOptions<Answer, Shown> extends Omit<UseQueryOptions<Shown>, 'queryKey' | 'queryFn'> {
  /** What of the answer is kept; all of it unless said otherwise. */
  pick?: (answer: Answer) => Shown;
  /** How it is asked, at the moment when it is. */
  ask?: () => CallOptions;
}

/** A query that one GET answers. */
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
 * Reads the first pages of a list one after the other: all of them as of now, as if they were one.
 *
 * @param join what two pages are together; what the later one lacks (it is stale), the whole lacks
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
