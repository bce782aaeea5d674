import styled from '@emotion/styled';
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { Skeleton } from '../../ui/skeleton.js';

/** What takes longer comes when it comes. */
const WAIT_MS = 1_500;

const Parts = styled.div`
  display: contents;
  &[data-waits] {
    display: none;
  }
`;

/**
 * Several parts of a page, each with questions of its own, shown when all have their first answers: a notice or a short list that came
 * by itself would move what stands below it. At the second visit they are there at once.
 */
export function ShownTogether({ children }: { children: ReactNode }) {
  const waits = !useAllCame();
  return (
    <>
      {waits && <Skeleton label="Loading the Clubhouse" height={320} />}
      <Parts data-waits={waits ? '' : undefined}>{children}</Parts>
    </>
  );
}

const isFirst = ({ state }: Query): boolean => state.status === 'pending';

function useAllCame(): boolean {
  const client = useQueryClient();
  const [came, setCame] = useState(() => client.getQueryData(unverifiedQuery().queryKey) !== undefined);
  const asked = useIsFetching({ predicate: isFirst });
  useEffect(() => {
    // The parts have asked by now: their effects run before this one.
    if (client.isFetching({ predicate: isFirst }) === 0) setCame(true);
  }, [client, asked]);
  useEffect(() => {
    const timer = setTimeout(() => setCame(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return came;
}
