import { HISTORY_SORTS, type HistoryRow, type HistorySort } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { historyQuery } from '../../api/clubhouse.js';
import { ListStates, ShowMore } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Page } from '../../ui/page-parts.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { shortDay } from '../../text/dates.js';
import { ResultsTable } from '../../golf/results-table.js';
import { SortHeader } from '../../ui/sort-header.js';
import { CourseHead } from './parts/course-head.js';
import { FormPanel } from './form/form-panel.js';
import { PlayCells, PlayHeads, RoundState, ScoreCells, ScoreHeads, columnOf } from './scores.js';
import { ShownTogether } from './shown-together.js';
import { useListing } from './use-listing.js';
import { useShownCourse } from './parts/use-shown-course.js';
import { useSort } from '../../shared/use-url.js';
import { UnsignedNotice } from './red-link.js';

/** /clubhouse/your-rounds-history: my rounds, unsigned ones too, on every course or on one. */
export function History() {
  const course = useShownCourse('every');
  return (
    <Page>
      <CourseHead course={course} every title="Your History" />
      <ShownTogether>
        <UnsignedNotice />
        <Rounds key={course.id} courseId={course.id ?? undefined} />
      </ShownTogether>
    </Page>
  );
}

function Rounds({ courseId }: { courseId: string | undefined }) {
  const [sort, setSort] = useSort<HistorySort>('date-desc', HISTORY_SORTS);
  const [pages, setPages] = useState(1);
  const query = useListing(useQuery(historyQuery(courseId, sort, pages)), sort);
  return (
    <ListStates query={query} waiting="Loading your rounds">
      {({ rounds, nextOffset }) =>
        rounds.length === 0 ? (
          <EmptyState>
            {courseId === undefined ? 'No rounds played yet' : "You haven't played any rounds on this course."}
          </EmptyState>
        ) : (
          <>
            <FormPanel courseId={courseId} />
            <Table rounds={rounds} sort={sort} onSort={setSort} busy={query.turning} />
            {nextOffset !== null && <ShowMore query={query} onMore={() => setPages(pages + 1)} />}
          </>
        )
      }
    </ListStates>
  );
}

interface TableProps {
  rounds: readonly HistoryRow[];
  sort: HistorySort;
  onSort: (sort: HistorySort) => void;
  busy: boolean;
}

function Table({ rounds, sort, onSort, busy }: TableProps) {
  const column = columnOf(sort);
  const byDate = sort === 'date-desc' ? 'descending' : sort === 'date-asc' ? 'ascending' : null;
  return (
    <ResultsTable
      caption="Your rounds"
      busy={busy}
      head={
        <>
          <SortHeader
            label="Date"
            sorted={byDate}
            onSort={() => onSort(sort === 'date-desc' ? 'date-asc' : 'date-desc')}
          />
          <th scope="col" data-wide="">
            Course
          </th>
          <PlayHeads />
          <ScoreHeads sort={column} onSort={({ historySort }) => onSort(historySort)} />
        </>
      }
    >
      {rounds.map((row) => (
        <tr key={row.matchId}>
          <th scope="row">
            <Link to={paths.scorecard(row.matchId)}>{shortDay(row.userRound.day)}</Link>
            <small data-narrow="">{row.course.name}</small>
            <small>{FORMAT_WORDS[row.userRound.matchType].name}</small>
            <RoundState round={row.userRound} />
          </th>
          <td data-wide="">{row.course.name}</td>
          <PlayCells marker={row.marker} dailyHandicap={row.userRound.dailyHandicap} />
          <ScoreCells totals={row.userRound.withdrawn ? null : row.userRound.scoreTotals} sort={column} />
        </tr>
      ))}
    </ResultsTable>
  );
}
