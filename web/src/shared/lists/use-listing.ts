import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** How many pages each history entry's list has, while the client runs: the scroll position is restored with them. */
const pagesOf = new Map<string, number>();

/** A list, whose query's key has its order and pages: rows stay while others load, and if these fail. */
export function useListing<Answer extends object, Order extends string>(
  queryOf: (pages: number) => UseQueryOptions<Answer>,
  order: Order,
  onOrder?: (order: Order) => void,
) {
  const { key } = useLocation();
  const [pages, setPages] = useState(pagesOf.get(key) ?? 1);
  useEffect(() => void pagesOf.set(key, pages), [key, pages]);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(queryOf(pages));
  const [last, keep] = useState({ order, data });
  const isAnswered = data !== undefined && !isPlaceholderData;
  if (isAnswered && (data !== last.data || order !== last.order)) keep({ order, data });
  const shown = data ?? last.data;
  const hasMore = shown !== undefined && 'nextOffset' in shown && shown.nextOffset !== null;
  return {
    data: shown,
    /** Shows the next page; null: there is none. */
    more: hasMore ? () => setPages(pages + 1) : null,
    /** The requested order, or the last one that could be read. */
    order: data === undefined ? last.order : order,
    /** The order of the rows shown: until the requested one is there, that of the last answer. */
    rowsOrder: isAnswered ? order : last.order,
    unsorted: data === undefined && last.order !== order,
    /** Shows another order; the one that could not be read is asked for again. */
    sortBy: (next: Order) => (next === order ? void refetch() : onOrder?.(next)),
    error,
    isFetching,
    refetch,
    turning: isPlaceholderData,
  };
}
