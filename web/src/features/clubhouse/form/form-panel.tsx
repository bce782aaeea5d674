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
  const rounds = recentForm(query.data?.rounds ?? []);
  const summary = (
    <>
      <h2>Your form</h2>
      <small>{query.data === undefined ? '\u00a0' : summaryWords(rounds)}</small>
    </>
  );
  return (
    <Disclosure summary={summary} open={open}>
      <Answered query={query} waiting={LOADING}>
        {() => (rounds.length < FORM_FROM ? <p>{TOO_FEW}.</p> : <FormPicture rounds={rounds} />)}
      </Answered>
    </Disclosure>
  );
}

const TOO_FEW = 'Shows after two completed rounds';

/** "34.2 points a round, over the last 5". */
function summaryWords(rounds: readonly FormRound[]): string {
  const last = rounds.at(-1);
  if (last === undefined || rounds.length < FORM_FROM) return TOO_FEW;
  const { points, nett } = last.average;
  const byNett = usualMeasure(rounds) === 'nett' && nett !== null;
  const average = byNett ? `Nett ${signedDecimal(nett, 1)}` : `${points?.toFixed(1)} points`;
  return `${average} a round, over the last ${Math.min(rounds.length, AVERAGE_OF)}`;
}
