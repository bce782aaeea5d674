import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Wraps a list's query, whose key includes order and page count: rows stay while others load, and if these fail. */
export function useListing<Answer, Order extends string>(
  query: UseQueryResult<Answer>,
  order: Order,
  onOrder?: (order: Order) => void,
) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const [last, keep] = useState({ order, data });
  if (data !== undefined && !isPlaceholderData && (data !== last.data || order !== last.order)) keep({ order, data });
  return {
    data: data ?? last.data,
    /** The requested order, or the last one that could be read. */
    order: data === undefined ? last.order : order,
    unsorted: data === undefined && last.order !== order,
    /** Shows another order; the one that could not be read is asked for again. */
    sortBy: (next: Order) => (next === order ? void refetch() : onOrder?.(next)),
    error,
    isFetching,
    refetch,
    turning: isPlaceholderData,
  };
}
