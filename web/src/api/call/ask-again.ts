import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.js';

/** Hashes of keys to be fetched once more when the fetch in flight ends. */
const waiting = new Set<string>();

/** Refetches the queries under a key. A fetch in flight is never cancelled but repeated afterwards, if `isNeeded`. */
export async function askAgain(queryKey: QueryKey, isNeeded = (): boolean => true): Promise<void> {
  const key = hashKey(queryKey);
  if (waiting.has(key)) return;
  if (queryClient.isFetching({ queryKey }) > 0) {
    waiting.add(key);
    // Whether they succeed does not matter here.
    const inFlight = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
    await Promise.allSettled(inFlight.map(({ promise }) => Promise.resolve(promise)));
    waiting.delete(key);
  }
  if (isNeeded()) await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
