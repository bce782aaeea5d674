import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { historyQuery } from '../../../api/clubhouse.js';
import { onDemand } from '../../../ui/overlays/on-demand.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { AVERAGE_OF, FORM_FROM, recentForm, signedDecimal, type FormRound, usualMeasure } from './recent-form.js';
import { DESKTOP } from '../../../ui/breakpoints.js';
import { Answered } from '../../../shared/answered.js';

// The chart library is for those who open it.
const FormPicture = onDemand(
  async () => (await import('./form-picture.js')).FormPicture,
  <Skeleton label="Loading your form" height={320} />,
);

const Panel = styled.details`
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  & > summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-3);
    padding: var(--space-3) var(--space-4);
    border-radius: inherit;
  }
  & > summary h2 {
    font-size: var(--text-18);
  }
  &[open] > summary > svg {
    rotate: 180deg;
  }
  & > div {
    padding: var(--space-2) var(--space-4) var(--space-4);
  }
  ${DESKTOP} {
    & > summary {
      padding-inline: var(--space-5);
    }
    & > div {
      padding: var(--space-2) var(--space-5) var(--space-5);
    }
  }
`;

/** How my last rounds went, on every course or on one: a line, and the pictures of it when they are asked for. */
export function FormPanel({ courseId }: { courseId: string | undefined }) {
  const query = useQuery(historyQuery(courseId, 'date-desc'));
  const [open, setOpen] = useState(false);
  const rounds = query.data === undefined ? null : recentForm(query.data.rounds);
  return (
    <Panel onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <div>
          <h2>Your form</h2>
          <small>{rounds === null ? '\u00a0' : inShort(rounds)}</small>
        </div>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {open && (
        <div>
          <Answered query={query} waiting={<Skeleton label="Loading your rounds" height={320} />}>
            {(history) => <Form rounds={recentForm(history.rounds)} />}
          </Answered>
        </div>
      )}
    </Panel>
  );
}

function Form({ rounds }: { rounds: readonly FormRound[] }) {
  if (rounds.length >= FORM_FROM) return <FormPicture rounds={rounds} />;
  return <p>Your form shows once you have completed two rounds.</p>;
}

/** "34.2 points a round, over the last 5": how the golfer stands now. */
function inShort(rounds: readonly FormRound[]): string {
  const last = rounds.at(-1);
  if (last === undefined || rounds.length < FORM_FROM) return 'From two completed rounds on';
  const { points, nettToPar } = last.average;
  const over = `over the last ${Math.min(rounds.length, AVERAGE_OF)}`;
  const nett = usualMeasure(rounds) === 'nett' && nettToPar !== null;
  return `${nett ? `Nett ${signedDecimal(nettToPar, 1)}` : `${points.toFixed(1)} points`} a round, ${over}`;
}
