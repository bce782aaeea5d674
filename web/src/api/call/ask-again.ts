import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.js';

/** Refetches the queries under a key. A fetch in flight is never cancelled but repeated afterwards, if `isNeeded`. */
export async function askAgain(queryKey: QueryKey, isNeeded = (): boolean => true): Promise<void> {
  const inFlight = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  // Whether they succeed does not matter here.
  await Promise.allSettled(inFlight.map(({ promise }) => Promise.resolve(promise)));
  // All that waited share the first one's fetch.
  if (isNeeded()) await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
