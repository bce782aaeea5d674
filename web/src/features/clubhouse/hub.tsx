import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { historyQuery } from '../../api/clubhouse.js';
import { ButtonLink } from '../../shared/links.js';
import { ListStates } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Below, Columns, OnPhone, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { shortDay } from '../../text/dates.js';
import { CourseHead, OfCourse } from './parts/course-head.js';
import { DailyResults, RESULTS_HEIGHT } from './daily-results.js';
import { ShownTogether } from './shown-together.js';
import { useShownCourse } from './parts/use-shown-course.js';
import { UnsignedNotice } from './red-link.js';
import { RoundState } from './scores.js';

const PLACES = 10;
const LAST_ROUNDS = 5;

const Links = styled.ul`
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  overflow: hidden;
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & a {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 20px;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--key);
    padding: var(--space-2) var(--space-3) var(--space-2) var(--space-4);
    color: var(--ink);
    text-decoration: none;
    outline-offset: -3px;
  }
  & a > span {
    min-width: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & a > b {
    font-size: var(--text-18);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  & small {
    display: block;
  }
  @media (hover: hover) {
    & a:hover {
      background: var(--sunk);
    }
  }
`;

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
          <Links>
            <Way to={paths.eclectic()}>Eclectic round</Way>
            <Way to={paths.competitions()}>Competitions</Way>
          </Links>
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
            <Links>
              {rounds.slice(0, LAST_ROUNDS).map(({ matchId, course, userRound }) => (
                <li key={matchId}>
                  <Link to={paths.scorecard(matchId)}>
                    <span>
                      {course.name}
                      <small>{shortDay(userRound.day)}</small>
                      <RoundState round={userRound} />
                    </span>
                    <b>{userRound.withdrawn ? '' : FORMAT_WORDS[userRound.matchType].round(userRound.scoreTotals)}</b>
                    <ChevronRight size={18} aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </Links>
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

function Way({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>
        <span>{children}</span>
        <b />
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}
