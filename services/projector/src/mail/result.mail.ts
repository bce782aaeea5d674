import { mayReadCompetition, type CompetitionState } from '@fairmark/events';
import type { Place, TableRow } from '@fairmark/read-models';
import type { Letter } from './mail.layout.js';
import { drop, type Verdict, type Writing } from './mail.verdict.js';
import { capital, dayWords, listed, plainName } from './mail.words.js';

type Column = 'gross' | 'nett';

/** The result of a competition goes to its host and to everybody who plays in it. */
export function resultMail(state: CompetitionState | null, table: readonly TableRow[], writing: Writing): Verdict {
  if (state?.status !== 'FINISHED') return drop('the competition is gone');
  if (!mayReadCompetition(state, writing.userId)) return drop('the golfer is not in the competition any more');
  return { outcome: 'send', letter: resultLetter(state, table, writing) };
}

function resultLetter(state: CompetitionState, table: readonly TableRow[], writing: Writing): Letter {
  const { competitionId, course, firstDay, lastDay, players } = state;
  const { userId, fullName, publicUrl } = writing;
  const name = plainName(state.name);
  const played = table.filter(({ rounds }) => rounds > 0);
  const plays = players.has(userId);
  return {
    subject: `${name} is finished`,
    fullName,
    lead: `The competition ${name} at ${course.name} is finished. ${played.length === 0 ? 'No round counted.' : 'Here is how it ended.'}`,
    facts: [
      ['Played', `${dayWords(firstDay)} to ${dayWords(lastDay)}`],
      ...(played.length === 0
        ? []
        : ([
            ['Best gross', winners(played, 'gross', writing)],
            ['Best nett', winners(played, 'nett', writing)],
          ] as const)),
      ...(plays ? ownFacts(played, userId) : []),
    ],
    button: 'See the table',
    link: `${publicUrl}/clubhouse/competitions/${competitionId}`,
    why: `You get this email because you ${plays ? 'play in' : 'host'} this competition on Fairmark. It is sent once.`,
  };
}

/** "Kim Nguyen, 66", "Kim Nguyen and you, 66": the first place of a column. */
function winners(played: readonly TableRow[], column: Column, { userId, nameOf }: Writing): string {
  const first = played.filter((row) => row.places[column]?.rank === 1 && totalOf(row, column) !== null);
  const [row] = first;
  if (row === undefined) return 'Nobody has a score on every hole';
  const others = first.filter((one) => one.userId !== userId).map((one) => nameOf(one.userId));
  const names = first.length > others.length ? ['you', ...others] : others;
  const countback = row.places[column]?.decidedBy === null ? '' : ', on countback';
  return `${capital(listed(names))}, ${totalOf(row, column)}${countback}`;
}

function ownFacts(played: readonly TableRow[], userId: string): (readonly [string, string])[] {
  const own = played.find((row) => row.userId === userId);
  if (own === undefined) return played.length === 0 ? [] : [['Your rounds', 'None counted']];
  const place = (column: Column): string =>
    `${totalOf(own, column) ?? 'No score on some holes'}, rank ${labelOf(own.places[column])} of ${played.length}`;
  return [
    ['Your gross', place('gross')],
    ['Your nett', place('nett')],
    ['Your rounds', `${own.rounds} counted`],
  ];
}

const totalOf = (row: TableRow, column: Column): number | null => (column === 'gross' ? row.gross : row.nett.total);

const labelOf = (place: Place | null): string => (place === null ? '–' : `${place.tied ? 'T' : ''}${place.rank}`);
