import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/call/errors.js';
import { projectionsQuery } from '../../../api/ops.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { ErrorState } from '../../../ui/empty-state.js';
import { Stack } from '../../../ui/page-parts.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Backups } from './backups.js';
import { ParkedEvents } from './parked-events.js';
import { ProjectionCard } from './projection-card.js';
import { clockWords } from '../parts/words.js';

/** How often it is asked, and for how long without anybody's wish; a hidden page does not ask. */
const EACH_MS = 1_000;
const WATCHED_MS = 15 * 60_000;

const Live = styled.p`
  color: var(--ink-2);
  font-size: var(--text-14);
`;

/** Every projection as it is at this second, and what it could not apply. `rebuilds`: whether they may be rebuilt from here. */
export function Projections({ rebuilds }: { rebuilds: boolean }) {
  const [until, setUntil] = useState(() => Date.now() + WATCHED_MS);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...projectionsQuery(),
    refetchInterval: () => (Date.now() < until ? EACH_MS : false),
  });
  if (data === undefined && error === null) return <Skeleton lines={2} height={160} label="Loading the tables" />;
  if (data === undefined) return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
  const parked = data.reduce((sum, { parkedEvents }) => sum + parkedEvents, 0);
  const watch = (): void => {
    setUntil(Date.now() + WATCHED_MS);
    void refetch();
  };
  return (
    <Stack aria-label="Result tables">
      {error !== null && (
        <Banner kind="warn" title={`As of ${clockWords(new Date(dataUpdatedAt).toISOString())}`}>
          {messageOf(error)}
        </Banner>
      )}
      {error === null && dataUpdatedAt + EACH_MS >= until && (
        <Banner
          kind="info"
          title="Not updated any more"
          action={
            <Button kind="secondary" onClick={watch}>
              Keep watching
            </Button>
          }
        >
          This page has been open for a while, and rests.
        </Banner>
      )}
      {data.map((status) => (
        <ProjectionCard key={status.name} status={status} rebuilds={rebuilds} />
      ))}
      {parked > 0 && <ParkedEvents count={parked} />}
      <Backups />
      <Live>Updated every second, last at {clockWords(new Date(dataUpdatedAt).toISOString())}</Live>
    </Stack>
  );
}
