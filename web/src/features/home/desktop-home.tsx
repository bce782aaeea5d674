import styled from '@emotion/styled';
import { ListStates } from '../../shared/lists/list-states.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Card, Columns, Stack } from '../../ui/page-parts.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Scan } from '../../shared/scan.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Duties } from './duties.js';
import { LastRounds, Running, Today, useNews } from './news.js';

const Strip = styled(Card)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-2) var(--space-5);
  padding: var(--space-3) var(--space-5) var(--space-3) var(--space-3);
  & h2 {
    font-size: var(--text-18);
  }
  & p {
    color: var(--ink-2);
  }
`;

const PLACES = 10;
const ROUNDS = 5;

/** Home on a desktop: today's results and my own, because rounds are played on a phone. */
export function DesktopHome() {
  const news = useNews();
  if (!news.settled) return <Skeleton label="Loading the Clubhouse" height={480} />;
  return (
    <>
      <Strip as="section">
        <Scan size={96} text={window.location.origin} label={`Code that opens ${window.location.host} on a phone`} />
        <div>
          <h2>Rounds are played on a smartphone</h2>
          <p>Scan the code, sign in to Fairmark on your phone, and score your round there hole by hole.</p>
        </div>
        <ButtonLink to={paths.clubhouse()}>Go to the Clubhouse</ButtonLink>
      </Strip>
      <Duties />
      <Columns style={{ '--aside': 'minmax(0, 2fr)', columnGap: 'var(--space-12)', marginTop: 'var(--space-4)' }}>
        {news.courseId === null ? (
          <EmptyState title="Today">
            Your home course is not known. Choose a course in the Clubhouse to see its results.
          </EmptyState>
        ) : (
          <Stack as="div">
            <ListStates query={news.todayQuery} waiting="Loading today's results">
              {({ rounds }) =>
                rounds.length > 0 ? (
                  <Today news={news} places={PLACES} />
                ) : (
                  <EmptyState title={news.courseName === undefined ? 'Today' : `Today at ${news.courseName}`}>
                    No verified rounds on this course today. Be the first!
                  </EmptyState>
                )
              }
            </ListStates>
          </Stack>
        )}
        <Stack as="div" gap={8}>
          <LastRounds news={news} count={ROUNDS} />
          <Running news={news} />
        </Stack>
      </Columns>
    </>
  );
}
