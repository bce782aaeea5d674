import styled from '@emotion/styled';
import { LIMITS, type Competition } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { competitionsQuery } from '../../api/competitions.js';
import { ButtonLink } from '../../shared/links.js';
import { ListStates, ShowMore } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { Chip } from '../../ui/chip.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Note, Page } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { WeeksBar } from '../../golf/weeks-bar.js';
import { weekWords } from './parts/words.js';

/** The whole card is pressed. */
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: var(--space-4);
  & > li {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-3);
    padding: var(--space-5);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    overflow-wrap: anywhere;
  }
  & > li:has(a:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  & h2 > a {
    color: var(--ink);
    text-decoration: none;
    outline: 0;
  }
  & h2 > a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
`;

const Weeks = styled.div`
  display: grid;
  gap: var(--space-2);
  color: var(--primary);
  font-weight: 600;
  font-size: var(--text-14);
`;

/** /clubhouse/competitions: those that I host or play in. */
export function Competitions() {
  const [pages, setPages] = useState(1);
  const query = useQuery(competitionsQuery(pages));
  return (
    <Page>
      <PageHeading
        aside={
          <ButtonLink to={paths.newCompetition()} icon={<Plus size={20} aria-hidden="true" />}>
            New competition
          </ButtonLink>
        }
      >
        Your Competitions
      </PageHeading>
      <ListStates query={query} waiting="Loading your competitions">
        {({ competitions, nextOffset }) =>
          competitions.length === 0 ? (
            <EmptyState title="No competitions yet">
              Create one: everybody&apos;s best score of each hole counts, over {LIMITS.competitionWeeksMin} to{' '}
              {LIMITS.competitionWeeksMax} weeks.
            </EmptyState>
          ) : (
            <>
              <CompetitionCards competitions={competitions} />
              {nextOffset !== null && <ShowMore query={query} onMore={() => setPages(pages + 1)} />}
            </>
          )
        }
      </ListStates>
    </Page>
  );
}

/** Competitions as cards, each of which leads to its page. */
function CompetitionCards({ competitions }: { competitions: readonly Competition[] }) {
  return (
    <List aria-label="Competitions">
      {competitions.map((competition) => (
        <CompetitionCard key={competition.id} competition={competition} />
      ))}
    </List>
  );
}

function CompetitionCard({ competition }: { competition: Competition }) {
  const { id, name, course, players, playerCount, duration, weeksPlayed, isFinished } = competition;
  const names = players.slice(0, LIMITS.competitionNamesShown).map(({ fullName }) => fullName);
  const others = playerCount - names.length;
  return (
    <li>
      <div>
        <h2>
          <Link to={paths.competition(id)}>{name}</Link>
        </h2>
        <Note>{course.name}</Note>
      </div>
      {isFinished ? (
        <div>
          <Chip kind="brass">Finished</Chip>
        </div>
      ) : (
        <Weeks>
          {weekWords(competition)}
          <WeeksBar played={weeksPlayed} weeks={duration} />
        </Weeks>
      )}
      <p>
        {names.length === 0 ? 'No players yet' : names.join(', ')}
        {others > 0 && ` and ${others} ${others === 1 ? 'other' : 'others'}`}
      </p>
    </li>
  );
}
