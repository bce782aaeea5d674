import { HISTORY_SORTS, type HistorySort } from '@fairmark/contract';
import { historyQuery } from '../../api/clubhouse.js';
import { NETT_RANKED } from '../../golf/result-words.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { ListStates, ShowMore, useListing, ListHead } from '../../shared/lists/list-states.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Columns, Page, Stack } from '../../ui/page-parts.js';
import { useWide } from '../../ui/breakpoints.js';
import { CourseHead, useShownCourse } from './parts/course-head.js';
import { FormPanel } from './form/form-panel.js';
import { RoundRows, SCORES } from './round-rows.js';
import { ShownTogether } from './shown-together.js';
import { paths } from '../../shared/routing/paths.js';
import { useMyMoves } from '../../shared/unsigned-mark.js';
import { counted } from '../../text/words.js';

/** /clubhouse/your-rounds-history: my rounds, including unsigned ones, on one course or on all. */
export function History() {
  const course = useShownCourse({ orAll: true });
  return (
    <Page data-width="wide">
      <CourseHead course={course} title="Your History" />
      <ShownTogether>
        <UnsignedNotice />
        <Rounds key={course.id} courseId={course.id ?? undefined} />
      </ShownTogether>
    </Page>
  );
}

function Rounds({ courseId }: { courseId: string | undefined }) {
  const query = useListing((pages, asked) => historyQuery(courseId, asked, pages), 'date-desc', HISTORY_SORTS);
  const sort = query.order;
  const wide = useWide();
  /** A press on the date turns its order round. */
  const byDate = sort === 'date-desc' ? 'date-asc' : 'date-desc';
  return (
    <ListStates query={query} waiting="Loading your rounds">
      {({ rounds, nextOffset }) =>
        rounds.length === 0 ? (
          <EmptyState
            title={courseId === undefined ? 'No rounds played yet' : "You haven't played any rounds on this course."}
          >
            Match rounds are kept here, your last practice round under Play.
          </EmptyState>
        ) : (
          <Columns data-even="">
            <FormPanel courseId={courseId} open={wide} />
            <Stack>
              <div>
                <ListHead<HistorySort>
                  orders={[
                    { id: byDate, label: sort === 'date-asc' ? 'Oldest' : 'Newest' },
                    ...SCORES.map(({ historySort, label, name }) => ({ id: historySort, label, name })),
                  ]}
                  order={sort.startsWith('date') ? byDate : sort}
                  onOrder={query.sortBy}
                >
                  {nextOffset === null && counted(rounds.length, 'round')}
                </ListHead>
                <RoundRows rounds={rounds} by={sort} busy={query.turning} />
                {sort === 'stroke' && <small>{NETT_RANKED}</small>}
              </div>
              <ShowMore query={query} />
            </Stack>
          </Columns>
        )
      }
    </ListStates>
  );
}

function UnsignedNotice() {
  if ((useMyMoves() ?? []).length === 0) return null;
  return (
    <RowList>
      <ListRow urgent to={paths.unsignedRounds()} name="You have unsigned matches. Please verify them" />
    </RowList>
  );
}
