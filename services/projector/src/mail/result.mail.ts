import { competitionStream, mayReadCompetition, type CompetitionState } from '@fairmark/events';
import { CLUBHOUSE_SCHEMA, competitionCards, competitionTable, type TableRow } from '@fairmark/read-models';
import { placeLabel, type LeaderboardPlace } from '@fairmark/scoring';
import { readCompetition } from '../competitions/standings.js';
import type { Letter } from './mail.layout.js';
import { Dropped, LOOK_AGAIN_MS, type MailKind, type NameOf, type Writing } from './mail.kind.js';
import { capital, dayWords, listed, plainName } from './mail.words.js';

type Column = 'gross' | 'nett';

const LIFE_MS = 7 * 86_400_000;

/** For host and players, once the tables hold `position`, that of `CompetitionFinished`. */
export const resultMail: MailKind<{ competitionId: string; position: string }> = {
  name: 'COMPETITION_FINISHED',
  causedBy: ['CompetitionFinished'],
  delayMs: 60_000,
  lifeMs: LIFE_MS,
  causes: async ({ id, stream, revision, position }, store) => {
    const state = await readCompetition(store, stream, revision);
    if (state === null) return [];
    const { competitionId, hostId, players } = state;
    const about = { competitionId, position: String(position) };
    const golfers = new Set([hostId, ...players.keys()]);
    return [...golfers].map((userId) => ({ cause: `finished-${id}-${userId}`, userId, about }));
  },
  decide: async ({ competitionId, position }, writing) => {
    const { userId, now, createdAt, pool, store } = writing;
    if (now.getTime() - createdAt.getTime() >= LIFE_MS) {
      return new Dropped('it could not be sent in time', true);
    }
    const state = await readCompetition(store, competitionStream(competitionId));
    if (state?.status !== 'FINISHED') return new Dropped('the competition is gone');
    if (!mayReadCompetition(state, userId)) return new Dropped('the golfer is no longer in the competition');
    if (!(await tablesHold(position, writing))) return new Date(now.getTime() + LOOK_AGAIN_MS);
    const table = competitionTable(state, await competitionCards(pool, state));
    return resultLetter(state, table, userId, await writing.naming(state.players.keys()));
  },
};

async function tablesHold(position: string, { pool, store }: Writing): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${CLUBHOUSE_SCHEMA}.checkpoint where log_id = $1 and position >= $2`,
    [await store.logId(), position],
  );
  return rowCount === 1;
}

/** The result for a golfer. */
export function resultLetter(
  state: CompetitionState,
  table: readonly TableRow[],
  userId: string,
  nameOf: NameOf,
): Letter {
  const { competitionId, course, firstDay, lastDay, players } = state;
  const name = plainName(state.name);
  const played = table.filter(({ contributingRounds }) => contributingRounds > 0);
  const plays = players.has(userId);
  return {
    subject: `${name} is finished`,
    lead: `The competition ${name} at ${course.name} is finished. ${played.length === 0 ? 'No round counted.' : 'Here is how it ended.'}`,
    facts: [
      ['Played', `${dayWords(firstDay)} to ${dayWords(lastDay)}`],
      ...(played.length === 0
        ? []
        : ([
            ['Best gross', winners(played, 'gross', userId, nameOf)],
            ['Best nett', winners(played, 'nett', userId, nameOf)],
          ] as const)),
      ...(plays ? ownFacts(played, userId) : []),
    ],
    button: 'See the table',
    path: `/clubhouse/competitions/${competitionId}`,
    why: `You get this email because you ${plays ? 'play in' : 'host'} this competition on Fairmark. It is sent once.`,
  };
}

/** "Kim Nguyen, 66" or "Kim Nguyen and you, 66": who is first in a column. */
function winners(played: readonly TableRow[], column: Column, userId: string, nameOf: NameOf): string {
  const first = played.filter((row) => row.places[column]?.rank === 1 && totalOf(row, column) !== null);
  const [row] = first;
  if (row === undefined) return 'No player has a score on every hole';
  const others = first.filter((other) => other.userId !== userId).map((other) => nameOf(other.userId));
  const names = first.length > others.length ? ['you', ...others] : others;
  // Nett is ranked against each card's par, so level winners may have different totals.
  const isSame = first.every((other) => totalOf(other, column) === totalOf(row, column));
  const countback = row.places[column]?.decidedBy === null ? '' : ', on countback';
  return `${capital(listed(names))}${isSame ? `, ${totalOf(row, column)}` : ''}${countback}`;
}

function ownFacts(played: readonly TableRow[], userId: string): (readonly [string, string])[] {
  const own = played.find((row) => row.userId === userId);
  if (own === undefined) return played.length === 0 ? [] : [['Your rounds', 'None counted']];
  const place = (column: Column): string =>
    `${totalOf(own, column) ?? 'No score on some holes'}, rank ${labelOf(own.places[column])} of ${played.length}`;
  return [
    ['Your gross', place('gross')],
    ['Your nett', place('nett')],
    ['Your rounds', `${own.contributingRounds} counted`],
  ];
}

const totalOf = (row: TableRow, column: Column): number | null => (column === 'gross' ? row.gross : row.nett.total);

const labelOf = (place: LeaderboardPlace | null): string => (place === null ? '–' : placeLabel(place));
