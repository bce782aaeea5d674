import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ApiError, messageOf, reasonOf } from '../../api/call/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ErrorState } from '../../ui/empty-state.js';
import { Below } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { paths } from '../routing/paths.js';
import { useSort } from '../routing/use-url.js';
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import styled from '@emotion/styled';

/** The part of a query that lists need. */
export interface ListQuery<Answer> extends Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching'> {
  /** Whether the data is in another order than requested, because that one could not be read. */
  unsorted?: boolean;
  refetch: () => unknown;
}

const AGAIN_MS = 10_000;

interface ListStatesProps<Answer> {
  query: ListQuery<Answer>;
  waiting: string;
  children: (answer: Answer) => ReactNode;
}

/**
 * Renders a query's answer in the Clubhouse and in competitions; until then a skeleton or an error with a way to retry.
 * Unanswered queries are retried automatically; the error stays until one succeeds.
 */
export function ListStates<Answer extends object>({ query, waiting, children }: ListStatesProps<Answer>) {
  const { data, error, isFetching, refetch } = query;
  const [lastError, keep] = useState(error);
  if (lastError !== error && (error !== null || data !== undefined)) keep(error);
  const retries = !isFetching && lastError instanceof ApiError && lastError.unanswered;
  useEffect(() => {
    if (!retries) return undefined;
    const timer = setTimeout(() => void refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [retries, refetch]);
  if (data === undefined && lastError === null) return <Skeleton label={waiting} height={320} />;
  if (data === undefined) {
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        <p>
          Got an error here. Please <Link to={paths.support()}>contact support</Link>.
        </p>
        {reasonOf(lastError) !== null && <small>{reasonOf(lastError)}</small>}
      </ErrorState>
    );
  }
  return (
    <>
      {('stale' in data || error !== null) && (
        <Banner
          kind="warn"
          title={query.unsorted === true ? "The list can't be sorted that way now" : 'The latest cards may be missing'}
          action={
            <Button kind="secondary" busy={isFetching} onClick={() => void refetch()}>
              Ask again
            </Button>
          }
        >
          {error === null ? 'The Clubhouse is still catching up with what has been signed.' : messageOf(error)}
        </Banner>
      )}
      {children(data)}
    </>
  );
}

/** Loads the next page of a list, if there is one; shows the error if that failed. Paper says that rows are missing. */
export function ShowMore({ query }: { query: ListQuery<unknown> & { more: (() => void) | null } }) {
  if (query.more === null) return null;
  return (
    <Below>
      {query.error !== null && <small role="alert">{messageOf(query.error)}</small>}
      <Button kind="secondary" busy={query.isFetching} onClick={query.more}>
        Show more
      </Button>
      <small data-print="only">More rows follow: press Show more before you print.</small>
    </Below>
  );
}

/** How many pages each history entry's list has, while the client runs: the scroll position is restored with them. */
const pagesOf = new Map<string, number>();

/**
 * A list in the order that the address names, else in the `first`. Its query's key has order and pages: rows stay while
 * others load, and if these fail.
 */
export function useListing<Read, Answer extends object, Order extends string | undefined>(
  queryOf: (pages: number, order: Order) => UseQueryOptions<Read, Error, Answer>,
  first: Order,
  orders: readonly Order[] = [],
) {
  const { key } = useLocation();
  const [order, changeOrder] = useSort(first, orders);
  const [pages, setPages] = useState(pagesOf.get(key) ?? 1);
  useEffect(() => void pagesOf.set(key, pages), [key, pages]);
  const { data, error, isFetching, isPending, refetch } = useQuery(queryOf(pages, order));
  const [last, keep] = useState({ order, data });
  if (data !== undefined && (data !== last.data || order !== last.order)) keep({ order, data });
  const failed = data === undefined && error !== null;
  const shown = data ?? last.data;
  const hasMore = shown !== undefined && 'nextOffset' in shown && shown.nextOffset !== null;
  return {
    data: shown,
    /** Shows the next page, or asks again for the one that could not be read; null: there is none. */
    more: hasMore ? () => (error === null ? setPages(pages + 1) : void refetch()) : null,
    /** The requested order, or the last one that could be read. */
    order: failed ? last.order : order,
    /** The order of the rows shown: until the requested one is there, that of the last answer. */
    rowsOrder: last.order,
    unsorted: failed && last.order !== order,
    /** Shows another order; the one that could not be read is asked for again. */
    sortBy: (next: Order) => (next === order ? void refetch() : changeOrder(next)),
    error,
    isFetching,
    refetch,
    turning: isPending,
  };
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  column-gap: var(--space-4);
  border-bottom: 1px solid var(--line);
  & > small {
    padding-block: var(--space-2);
  }
  & > [role='group'] {
    display: flex;
    flex-wrap: wrap;
    margin: 0 calc(-1 * var(--space-1)) -1px auto;
  }
  & button {
    min-width: var(--target);
    min-height: var(--target);
    padding: 2px var(--space-1);
    color: var(--ink-2);
    font-weight: 600;
    font-size: var(--text-14);
    outline-offset: -3px;
  }
  & button[aria-pressed='true'] {
    padding-bottom: 0;
    border-bottom: 2px solid var(--primary);
    color: var(--primary);
  }
`;

interface ListHeadProps<Id extends string> {
  children?: ReactNode;
  /** `name`: the full name of a short label, "Stableford points" for "STFD". */
  orders: readonly { id: Id; label: string; name?: string }[];
  order: Id;
  onOrder: (id: Id) => void;
}

/** The heading of a list, with its sort orders. */
export function ListHead<Id extends string>({ children, orders, order, onOrder }: ListHeadProps<Id>) {
  return (
    <Head>
      <small>{children}</small>
      <div role="group" aria-label="Sort">
        {/* Keyed by place: a button whose order turns round with each press stays the same element, with the focus. */}
        {orders.map(({ id, label, name }, nth) => (
          <button key={nth} type="button" aria-pressed={id === order} title={name} onClick={() => onOrder(id)}>
            {label}
          </button>
        ))}
      </div>
    </Head>
  );
}
