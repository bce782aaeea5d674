import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { paths } from '../../app/paths.js';
import { Skeleton } from '../../ui/skeleton.js';
import { RedLink } from './red-link.js';

/** A page does not wait longer to know whether there is a notice. */
const WAIT_MS = 1_500;

/** Asks for what it needs while it is not shown. */
const Rest = styled.div`
  display: contents;
  &[data-waits] {
    display: none;
  }
`;

/**
 * Says that there are rounds which are not verified, and leads to them; nothing where there are none. The rest of the page is shown
 * with it: a notice that came later would move it.
 */
export function UnsignedNotice({ children }: { children: ReactNode }): ReactNode {
  const { data, isPending } = useQuery(unverifiedQuery());
  const waits = !useElapsed(WAIT_MS) && isPending;
  return (
    <>
      {waits && <Skeleton label="Loading your rounds" height={320} />}
      {data !== undefined && data.rounds.length > 0 && (
        <RedLink to={paths.unsignedRounds()}>You have unsigned matches. Please verify them</RedLink>
      )}
      <Rest data-waits={waits ? '' : undefined}>{children}</Rest>
    </>
  );
}

/** Whether so much time has gone by since this was first shown. */
function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}
