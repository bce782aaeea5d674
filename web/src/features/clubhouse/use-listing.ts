import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListQuery } from '../../shared/lists/list-states.js';

interface Listing<Answer> extends ListQuery<Answer> {
  turning: boolean;
}

/** A list whose query changes with its order and pages. Rows stay until others have come, and when a further page fails. */
export function useListing<Answer>(query: UseQueryResult<Answer>, order: string): Listing<Answer> {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const [kept, keep] = useState({ order, data });
  if (data !== undefined && !isPlaceholderData && (data !== kept.data || order !== kept.order)) keep({ order, data });
  return {
    data: data ?? (kept.order === order ? kept.data : undefined),
    error,
    isFetching,
    refetch,
    turning: isPlaceholderData,
  };
}
