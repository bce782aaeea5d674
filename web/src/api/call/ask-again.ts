import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.js';

/** Keys that are asked for once more when their answer has come. */
const waiting = new Set<string>();

/** Asks again for what a key begins with: once more after an answer that is under way, which hints never call off, unless it was enough. */
export async function askAgain(queryKey: QueryKey, isNeeded = (): boolean => true): Promise<void> {
  const key = hashKey(queryKey);
  if (waiting.has(key)) return;
  if (queryClient.isFetching({ queryKey }) > 0) {
    waiting.add(key);
    // How those under way end is their own business.
    const coming = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
    await Promise.allSettled(coming.map(({ promise }) => Promise.resolve(promise)));
    waiting.delete(key);
  }
  if (isNeeded()) await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
