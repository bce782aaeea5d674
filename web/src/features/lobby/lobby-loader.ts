import type { LoaderFunctionArgs } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { matchQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';

/** Prefetches the lobby while its page loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const matchId = new URL(request.url).searchParams.get('id');
  if (matchId !== null) void queryClient.prefetchQuery(matchQuery(matchId));
  void queryClient.prefetchQuery(userQuery());
  return null;
}
