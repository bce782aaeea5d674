import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { historyQuery } from '../../api/clubhouse.js';
import { ButtonLink } from '../../shared/links.js';
import { ListStates } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Below, Columns, OnPhone, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { ListRow, RowList } from '../../shared/list-row.js';
import { CourseHead, OfCourse } from './parts/course-head.js';
import { DailyResults, RESULTS_HEIGHT } from './daily-results.js';
import { ShownTogether } from './shown-together.js';
import { useShownCourse } from './parts/use-shown-course.js';
import { UnsignedNotice } from './red-link.js';
import { RoundRows } from './round-rows.js';

const PLACES = 10;
const LAST_ROUNDS = 5;

/** /clubhouse: the results of the day, and my last rounds. */
export function Hub() {
  const course = useShownCourse();
  const { search } = useLocation();
  return (
    <Page>
      <PageHeading>Clubhouse</PageHeading>
      <ShownTogether>
        <UnsignedNotice />
        <Columns>
          <Stack aria-label="Daily results">
            <CourseHead course={course} level={2} title="Daily results" />
            <OfCourse course={course} height={RESULTS_HEIGHT}>
              {(courseId) => (
                <>
                  <DailyResults courseId={courseId} places={PLACES} />
                  <Below>
                    <ButtonLink kind="quiet" to={{ pathname: paths.leaderboard(), search }}>
                      Daily leaderboard
                    </ButtonLink>
                  </Below>
                </>
              )}
            </OfCourse>
          </Stack>
          <Stack aria-labelledby="last-rounds">
            <h2 id="last-rounds">Your last rounds</h2>
            <LastRounds />
          </Stack>
        </Columns>
        <OnPhone as="nav" aria-label="Clubhouse">
          <RowList>
            <ListRow to={paths.eclectic()} name="Eclectic round" />
            <ListRow to={paths.competitions()} name="Competitions" />
          </RowList>
        </OnPhone>
      </ShownTogether>
    </Page>
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
          <>
            <RoundRows rounds={rounds.slice(0, LAST_ROUNDS)} />
            <Below>
              <ButtonLink kind="quiet" to={paths.history()}>
                Your History
              </ButtonLink>
            </Below>
          </>
        )
      }
    </ListStates>
  );
}
