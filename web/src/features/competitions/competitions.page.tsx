import { LIMITS, type ListedCompetition } from '@fairmark/contract';
import { Plus } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { competitionsQuery } from '../../api/competitions.js';
import { weekWords } from '../../golf/result-words.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { ListStates, ShowMore, useListing } from '../../shared/lists/list-states.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { joinWords } from '../../text/words.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Columns, Page } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { CompetitionOf } from './competition-of.js';
import { datesWords, leaderWords, playersWords } from './parts/words.js';

/** The list of competitions, or the one in the URL: small and mostly shared code, so one chunk. */
export function Component() {
  const { competitionId } = useParams();
  if (competitionId === undefined) return <Competitions />;
  return <CompetitionOf key={competitionId} competitionId={competitionId} />;
}

function Competitions() {
  const query = useListing(competitionsQuery, 'latest');
  return (
    <Page data-width="wide">
      <PageHeading
        aside={
          <ButtonLink to={paths.newCompetition()} icon={<Plus size={20} />}>
            New competition
          </ButtonLink>
        }
      >
        Your Competitions
      </PageHeading>
      <ListStates query={query} waiting="Loading your competitions">
        {({ competitions }) =>
          competitions.length === 0 ? (
            <EmptyState title="No competitions yet">
              Each player&apos;s best score on each hole counts, over {LIMITS.competitionWeeksMin} to{' '}
              {LIMITS.competitionWeeksMax} weeks. Create one, or ask a host to add you.
            </EmptyState>
          ) : (
            <>
              <Columns style={{ '--aside': 'minmax(0, 3fr)', gap: 'var(--space-6) var(--space-12)' }}>
                <Part title="Under way" competitions={competitions.filter(isRunning)} />
                <Part title="Finished" competitions={competitions.filter((one) => !isRunning(one))} />
              </Columns>
              <ShowMore query={query} />
            </>
          )
        }
      </ListStates>
    </Page>
  );
}

const isRunning = ({ isFinished }: ListedCompetition): boolean => !isFinished;

function Part({ title, competitions }: { title: string; competitions: readonly ListedCompetition[] }) {
  if (competitions.length === 0) return null;
  const ofSeveral = new Set(competitions.map(({ course }) => course.id)).size > 1;
  return (
    <section style={{ maxWidth: 820 }}>
      <h2>{title}</h2>
      <RowList aria-label={title}>
        {competitions.map((competition) => {
          const { id, name, course, isFinished, playerCount, standing } = competition;
          const facts = [
            isFinished ? datesWords(competition) : weekWords(competition),
            ofSeveral ? course.name : '',
            leaderWords(competition),
          ];
          return (
            <ListRow
              key={id}
              to={paths.competition(id)}
              name={name}
              note={`${joinWords(facts)}\n${playersWords(competition)}`}
              value={standing?.rank ?? undefined}
              unit={`of ${playerCount}`}
            />
          );
        })}
      </RowList>
    </section>
  );
}
