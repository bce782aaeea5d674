import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../../api/clubhouse.js';
import { onDemand } from '../../../ui/overlays/on-demand.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { AVERAGE_OF, FORM_FROM, recentForm, signedDecimal, type FormRound, usualMeasure } from './recent-form.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { Answered } from '../../../shared/answered.js';

/** About as high as both charts. */
const LOADING = <Skeleton label="Loading your form" lines={2} height={470} />;

// The charts load only when the panel is opened.
const FormPicture = onDemand(async () => (await import('./form-picture.js')).FormPicture, LOADING);

/** My form over the last rounds, on one course or on all: a summary line that opens the charts. */
export function FormPanel({ courseId, open }: { courseId: string | undefined; open: boolean }) {
  const query = useQuery(historyQuery(courseId, 'date-desc'));
  const rounds = query.data === undefined ? null : recentForm(query.data.rounds);
  const summary = (
    <>
      <h2>Your form</h2>
      <small>{rounds === null ? '\u00a0' : summaryWords(rounds)}</small>
    </>
  );
  return (
    <Disclosure summary={summary} open={open}>
      <Answered query={query} waiting={LOADING}>
        {(history) => <Form rounds={recentForm(history.rounds)} />}
      </Answered>
    </Disclosure>
  );
}

function Form({ rounds }: { rounds: readonly FormRound[] }) {
  if (rounds.length >= FORM_FROM) return <FormPicture rounds={rounds} />;
  return <p>Shows after two completed rounds.</p>;
}

/** "34.2 points a round, over the last 5". */
function summaryWords(rounds: readonly FormRound[]): string {
  const last = rounds.at(-1);
  if (last === undefined || rounds.length < FORM_FROM) return 'Shows after two completed rounds';
  const { points, nettToPar } = last.average;
  const over = `over the last ${Math.min(rounds.length, AVERAGE_OF)}`;
  const nett = usualMeasure(rounds) === 'nett' && nettToPar !== null;
  return `${nett ? `Nett ${signedDecimal(nettToPar, 1)}` : `${points.toFixed(1)} points`} a round, ${over}`;
}
