import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, messageOf, reasonOf } from '../../api/call/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ErrorState } from '../../ui/empty-state.js';
import { Below } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { paths } from '../routing/paths.js';

/** The part of a query that lists need. */
export interface ListQuery<Answer> {
  data: Answer | undefined;
  error: Error | null;
  isFetching: boolean;
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
export function ListStates<Answer extends object>(props: ListStatesProps<Answer>) {
  const { query, waiting, children } = props;
  const { data, error, isFetching, refetch } = query;
  const [lastError, keep] = useState(error);
  if (lastError !== error && (error !== null || data !== undefined)) keep(error);
  const retries = !isFetching && lastError instanceof ApiError && lastError.unanswered;
  useEffect(() => {
    if (!retries) return undefined;
    const timer = setTimeout(() => void refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [retries, refetch]);
  if (data === undefined && lastError !== null) return <Failed query={query} error={lastError} />;
  if (data === undefined) return <Skeleton label={waiting} height={320} />;
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

function Failed({ query, error }: { query: ListQuery<unknown>; error: Error }) {
  const { refetch, isFetching } = query;
  const reason = reasonOf(error);
  return (
    <ErrorState onRetry={() => void refetch()} busy={isFetching}>
      <p>
        Got an error here. Please <Link to={paths.support()}>contact support</Link>.
      </p>
      {reason !== null && <small>{reason}</small>}
    </ErrorState>
  );
}

/** Loads the next page of a list, if there is one; shows the error if that failed. Paper says that rows are missing. */
export function ShowMore({ query }: { query: ListQuery<unknown> & { more: (() => void) | null } }) {
  if (query.more === null) return null;
  const failed = query.error !== null;
  return (
    <Below>
      {failed && <small role="alert">{messageOf(query.error)}</small>}
      <Button kind="secondary" busy={query.isFetching} onClick={failed ? () => void query.refetch() : query.more}>
        Show more
      </Button>
      <small data-print="only">More rows follow: press Show more before you print.</small>
    </Below>
  );
}
