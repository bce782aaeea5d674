import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.js';
import { onSession, session } from './session.js';

const LIST_FRESH_MS = 30_000;
/** Asked again twice: what can't be shown is said after less than two seconds, with a way to ask again. */
const READ_AGAIN = 2;
const READ_AGAIN_MS = 500;

/** The one cache of what the server said. Nothing of a golfer stays in it for the next one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: LIST_FRESH_MS,
      // A refusal is an answer; only a call without one is asked again, and not by itself where that would be too often.
      retry: (failures, error) =>
        failures < READ_AGAIN && error instanceof ApiError && error.unanswered && error.code !== 'TOO_MANY_REQUESTS',
      retryDelay: (failures) => READ_AGAIN_MS * 2 ** failures,
      // With a signal that only seems to be there a paused query would wait for an event that never comes.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

let golfer = session()?.userId;
onSession((next) => {
  // A tab that slept may hear of a sign-out and of another golfer's sign-in at once.
  if (next?.userId !== golfer) queryClient.clear();
  golfer = next?.userId;
});
