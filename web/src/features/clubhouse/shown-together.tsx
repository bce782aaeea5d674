import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { Skeleton } from '../../ui/skeleton.js';

/** Parts that take longer appear when they are ready. */
const WAIT_MS = 1_500;

/**
 * Parts of a page, each with its own queries, that appear together once all have their first answers: a notice or
 * short list that appeared later would move the content below. On later visits they appear immediately.
 */
export function ShownTogether({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [waits, setWaits] = useState(() => client.getQueryData(unverifiedQuery().queryKey) === undefined);
  const fetching = useIsFetching({ predicate: isPending });
  useEffect(() => {
    // The parts' effects run before this one, so their queries have started.
    if (client.isFetching({ predicate: isPending }) === 0) setWaits(false);
  }, [client, fetching]);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {waits && <Skeleton label="Loading the Clubhouse" height={320} />}
      <div style={{ display: 'contents' }} hidden={waits}>
        {children}
      </div>
    </>
  );
}

const isPending = ({ state }: Query): boolean => state.status === 'pending';
