import { CancelledError, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.js';

const TRIES = 4;

/** Fetches the current answer from the server. Another refetch may cancel this one, which is then repeated. */
export async function fetchFresh<Answer, Key extends QueryKey>(
  query: FetchQueryOptions<Answer, Error, Answer, Key>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await queryClient.fetchQuery({ ...query, staleTime: 0 });
    } catch (error) {
      if (!(error instanceof CancelledError) || attempt === TRIES) throw error;
    }
  }
}
