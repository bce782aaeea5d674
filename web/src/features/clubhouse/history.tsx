import { HISTORY_SORTS, type HistorySort } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery } from '../../api/clubhouse.js';
import { ListStates, ShowMore } from '../../shared/list-states.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Page } from '../../ui/page-parts.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { CourseHead } from './parts/course-head.js';
import { FormPanel } from './form/form-panel.js';
import { RoundRows } from './round-rows.js';
import { columnOf } from './scores.js';
import { ShownTogether } from './shown-together.js';
import { useListing } from './use-listing.js';
import { useShownCourse } from './parts/use-shown-course.js';
import { useSort } from '../../shared/use-url.js';
import { UnsignedNotice } from './red-link.js';

const ORDERS: readonly { value: HistorySort; label: string }[] = [
  { value: 'date-desc', label: 'Newest first' },
  { value: 'date-asc', label: 'Oldest first' },
  { value: 'stableford', label: 'Best Stableford (STFD)' },
  { value: 'par', label: 'Best Par (PAR)' },
  { value: 'stroke', label: 'Best nett (NETT)' },
];

const Order = styled.div`
  max-width: 320px;
`;

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
            <Order>
              <SelectField
                label="Sort"
                options={ORDERS}
                value={sort}
                onChange={({ target }) => setSort(HISTORY_SORTS.find((one) => one === target.value) ?? 'date-desc')}
              />
            </Order>
            <RoundRows rounds={rounds} by={columnOf(sort)} busy={query.turning} />
            {nextOffset !== null && <ShowMore query={query} onMore={() => setPages(pages + 1)} />}
          </>
        )
      }
    </ListStates>
  );
}
