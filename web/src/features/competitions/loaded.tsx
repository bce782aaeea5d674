import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/errors.js';
import { ButtonLink } from '../../app/links.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Note } from './page-parts.js';

/** Properties of {@link Loaded}. */
export interface LoadedProps<Answer> {
  query: { data: Answer | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Said while it is on its way. */
  waiting: string;
  children: (answer: Answer) => ReactNode;
}

/** What the server said; until then where it will stand, or that it can't be shown, with a way on. */
export function Loaded<Answer extends object>({ query, waiting, children }: LoadedProps<Answer>): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (hasCode(error, 'COMPETITION_NOT_FOUND')) return <NotFound />;
  if (data === undefined && error !== null) {
    return (
      <ErrorState onRetry={() => void refetch()}>
        <p>
          Got an error here. Please <Link to={paths.support()}>contact support</Link>.
        </p>
        <Note>{messageOf(error)}</Note>
      </ErrorState>
    );
  }
  if (data === undefined) return <Skeleton label={waiting} height={320} />;
  return (
    <>
      {('stale' in data || error !== null) && (
        <Banner
          kind="warn"
          title="The latest results may be missing"
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

function NotFound(): ReactNode {
  return (
    <EmptyState
      title="No competition found."
      action={
        <ButtonLink to={paths.competitions()} kind="secondary">
          Your Competitions
        </ButtonLink>
      }
    >
      It may have been deleted, or you are not one of its players.
    </EmptyState>
  );
}
