import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './errors.js';
import { onSession, session } from './session.js';

const LIST_FRESH_MS = 30_000;
/** Two retries, so that a failure is shown after less than two seconds, with a way to try again. */
const READ_RETRIES = 2;
const READ_RETRY_MS = 500;

/**
 * The cache of everything read from the server. Cleared when a golfer signs in: when the session ends, the page stays
 * until the sign-in page has loaded, and could not read anything again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: LIST_FRESH_MS,
      // A refusal is an answer, and after a timeout the golfer has waited long enough.
      retry: (failures, error) =>
        failures < READ_RETRIES && error instanceof ApiError && (error.code === 'NO_CONNECTION' || error.status >= 500),
      retryDelay: (failures) => READ_RETRY_MS * 2 ** failures,
      // If the browser wrongly believes it is offline, a paused query would wait for an event that never comes.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

let golfer = session()?.userId;
onSession((next) => {
  // A suspended tab may see one golfer's sign-out and another's sign-in as a single change.
  if (next !== null && next.userId !== golfer) queryClient.clear();
  golfer = next?.userId;
});

/** Refetches the queries under a key. A fetch in flight is never cancelled but repeated afterwards, if `isNeeded`. */
export async function askAgain(queryKey: QueryKey, isNeeded = (): boolean => true): Promise<void> {
  const inFlight = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  // Whether they succeed does not matter here.
  await Promise.allSettled(inFlight.map(({ promise }) => Promise.resolve(promise)));
  // All that waited share the first one's fetch.
  if (isNeeded()) await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** Refetches what a call may have changed: also if its answer was lost, or refuses what another one did first. */
export async function changing<Answer>({ queryKey }: { queryKey: QueryKey }, done: Promise<Answer>): Promise<Answer> {
  try {
    return await done;
  } finally {
    await queryClient.invalidateQueries({ queryKey });
  }
}
