import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Wraps a list's query, whose key includes order and page count: rows stay while others load, and if a page fails. */
export function useListing<Answer>(query: UseQueryResult<Answer>, order: string) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const [last, keep] = useState({ order, data });
  if (data !== undefined && !isPlaceholderData && (data !== last.data || order !== last.order)) keep({ order, data });
  return {
    data: data ?? (last.order === order ? last.data : undefined),
    error,
    isFetching,
    refetch,
    turning: isPlaceholderData,
  };
}
