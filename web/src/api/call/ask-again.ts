import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.js';

/** Keys that are asked for once more when their answer has come. */
const waiting = new Set<string>();

/**
 * Asks again for what a key begins with. A question that is under way is not called off, however many hints come meanwhile: on a
 * slow line none would ever be answered. It is asked once more after its answer, unless that was enough.
 */
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
