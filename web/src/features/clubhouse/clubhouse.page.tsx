import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import { matchPath, useLocation, type LinkProps } from 'react-router-dom';
import { historyQuery } from '../../api/clubhouse.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { ListStates } from '../../shared/lists/list-states.js';
import { LARGE_DESKTOP, TABLET, WIDE, WIDE_WIDTH, useWide } from '../../ui/breakpoints.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Below, Columns, OnPhone, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { CourseHead, OfCourse, useShownCourse } from './parts/course-head.js';
import { DailyResults, Leaderboard, RESULTS_HEIGHT } from './daily-results.js';
import { Eclectic, EclecticOf } from './eclectic/eclectic.js';
import { FormPanel } from './form/form-panel.js';
import { History } from './history.js';
import { RoundRows } from './round-rows.js';
import { ShownTogether } from './shown-together.js';
import { Unsigned } from './unsigned.js';

const PAGES: readonly [path: string, page: FunctionComponent][] = [
  [paths.leaderboard(), Leaderboard],
  [paths.history(), History],
  [paths.unsignedRounds(), Unsigned],
  [paths.eclectic(), Eclectic],
];

/** The pages of the Clubhouse: small and mostly shared code, so they are one chunk. */
export function Component() {
  const { pathname } = useLocation();
  const Shown = PAGES.find(([path]) => matchPath(path, pathname) !== null)?.[1] ?? Hub;
  return <Shown />;
}

const PLACES = 10;
const LAST_ROUNDS = 5;

/** Today's results; beside them my rounds on tablets, and my eclectic on desktops, in its own column if wide. */
const Board = styled(Columns)`
  ${TABLET} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    grid-template-rows: auto 1fr;
    & > :first-child {
      grid-row: span 2;
    }
  }
  ${LARGE_DESKTOP} {
    grid-template-columns: minmax(0, 1fr) 400px;
    grid-auto-flow: row;
    column-gap: var(--space-12);
  }
  ${WIDE} {
    grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr) minmax(0, 1.1fr);
  }
`;

/** /clubhouse: today's results, my last rounds, and on desktops my eclectic. */
function Hub() {
  const course = useShownCourse();
  const wide = useWide();
  const widest = useWide(WIDE_WIDTH);
  const { search } = useLocation();
  return (
    <Page data-width="wide">
      <PageHeading>Clubhouse</PageHeading>
      <ShownTogether>
        <Board>
          <Stack aria-label="Daily results">
            <CourseHead course={course} level={2} title="Daily results" />
            <OfCourse course={course} height={RESULTS_HEIGHT}>
              {(courseId) => (
                <>
                  <DailyResults courseId={courseId} places={PLACES} />
                  <MoreLink to={{ pathname: paths.leaderboard(), search }}>Daily leaderboard</MoreLink>
                </>
              )}
            </OfCourse>
          </Stack>
          <Stack aria-labelledby="last-rounds">
            <h2 id="last-rounds">Your last rounds</h2>
            <LastRounds />
            {wide && (
              <div data-print="no">
                <FormPanel courseId={undefined} open={widest} />
              </div>
            )}
          </Stack>
          {wide && typeof course.id === 'string' && (
            <Stack aria-labelledby="eclectic" data-print="no">
              <h2 id="eclectic">Your eclectic round</h2>
              <EclecticOf key={course.id} courseId={course.id} name={course.name} />
              <MoreLink to={{ pathname: paths.eclectic(), search }}>Eclectic round</MoreLink>
            </Stack>
          )}
        </Board>
        <OnPhone as="nav" aria-label="Clubhouse" data-print="no">
          <RowList>
            <ListRow to={paths.eclectic()} name="Eclectic round" />
            <ListRow to={paths.competitions()} name="Competitions" />
          </RowList>
        </OnPhone>
      </ShownTogether>
    </Page>
  );
}

function MoreLink({ to, children }: Pick<LinkProps, 'to' | 'children'>) {
  return (
    <Below>
      <ButtonLink kind="quiet" to={to}>
        {children}
      </ButtonLink>
    </Below>
  );
}

function LastRounds() {
  const query = useQuery(historyQuery(undefined, 'date-desc'));
  return (
    <ListStates query={query} waiting="Loading your rounds">
      {({ rounds }) =>
        rounds.length === 0 ? (
          <EmptyState>No rounds played yet</EmptyState>
        ) : (
          <div>
            <RoundRows rounds={rounds.slice(0, LAST_ROUNDS)} />
            <MoreLink to={paths.history()}>Your History</MoreLink>
          </div>
        )
      }
    </ListStates>
  );
}
