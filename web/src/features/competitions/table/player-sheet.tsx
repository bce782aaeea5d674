import styled from '@emotion/styled';
import { handicapForShow } from '@fairmark/contract';
import { Link } from 'react-router-dom';
import type { CompetitionRow } from '../../../api/competitions.js';
import { sum, twoNines } from '../../../golf/cards.js';
import { Nines } from '../../../golf/nine-table.js';
import { CORRECTED, countbackWords } from '../../../golf/result-words.js';
import { number, ResultsTable } from '../../../golf/results-table.js';
import { ScoreKey } from '../../../golf/score-key.js';
import { paths } from '../../../shared/routing/paths.js';
import { dayWords, momentWords } from '../../../text/dates.js';
import { counted, listed, joinWords } from '../../../text/words.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { Stack } from '../../../ui/page-parts.js';
import { COLUMNS, countbackOf, isOfNine } from './rows.js';

const Origins = styled.ul`
  display: grid;
  gap: var(--space-1);
  & > li > a {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
  }
`;

/** A player's ringer card in a sheet, with the handicap used for nett. */
export function PlayerSheet({ row, ...sheet }: OpenState & { row: CompetitionRow }) {
  const { player, dailyHandicap, allowedStrokes, contributingRounds } = row;
  // A plus with its sign, as strokes to give back.
  const words = [
    dailyHandicap === null ? '' : `Daily handicap ${handicapForShow(dailyHandicap, 0)}`,
    allowedStrokes === null ? '' : `nett uses ${handicapForShow(allowedStrokes, 0)}`,
    counted(contributingRounds, 'round'),
  ];
  return (
    <Sheet {...sheet} title={player.fullName} description={joinWords(words, ', ')}>
      <RingerCard row={row} />
    </Sheet>
  );
}

/** A player's best score on each hole, the rounds they came from, and the totals. Golfers can open their own rounds. */
export function RingerCard({ row }: { row: CompetitionRow }) {
  const { player, own } = row;
  return (
    // Focusable, so that the card can be scrolled by keyboard.
    <Stack aria-label={`Scorecard of ${player.fullName}`} tabIndex={0}>
      <Nines nines={ringerNines(row)} of={player.fullName} />
      {row.correctedAt !== null && (
        <small>
          {CORRECTED}, last on {momentWords(row.correctedAt)}.
        </small>
      )}
      <ResultsTable caption="Totals" head={['Total', number('Strokes'), number('Rank')]}>
        {COLUMNS.filter(({ id }) => id !== 'rounds').map(({ id, label, ranking, value }) => (
          <tr key={id}>
            <th scope="row">
              <strong>{isOfNine(ranking) ? `${label}, nett` : label}</strong>
              <small>{countbackWords(countbackOf(row, ranking))}</small>
            </th>
            <td data-kind="number">{value(row) ?? '–'}</td>
            <td data-kind="number">{row.rankLabels[ranking] ?? '–'}</td>
          </tr>
        ))}
      </ResultsTable>
      <ScoreKey />
      <h3>{own ? 'Where your best scores came from' : 'Where the best scores came from'}</h3>
      <Origins>
        {originsOf(row).map(({ matchId, day, holes }) => (
          <li key={holes[0]}>
            {own && matchId !== undefined ? (
              <Link to={paths.scorecard(matchId)}>{dayWords(day)}</Link>
            ) : (
              <strong>{dayWords(day)}</strong>
            )}
            <small>{holesWords(holes)}</small>
          </li>
        ))}
      </Origins>
      <small>The first round that reached the best score of each hole.</small>
    </Stack>
  );
}

/** The two nines of a ringer card: best strokes, with the points they made in their round. */
export function ringerNines({ strokes, points, pars }: Pick<CompetitionRow, 'strokes' | 'points' | 'pars'>) {
  const holes = strokes.map((taken, i) => ({
    number: i + 1,
    par: pars[i] ?? 0,
    strokes: taken,
    noScore: taken === null && typeof pars[i] === 'number',
    score: String(points[i] ?? ''),
    received: 0,
  }));
  return twoNines(holes, (_half, rows) => ({
    strokes: rows.some(({ strokes }) => strokes === null) ? '–' : sum(rows.map(({ strokes }) => strokes ?? 0)),
    score: sum(rows.map(({ score }) => Number(score))),
  }));
}

/** The rounds that contributed holes, earliest first. `matchId` is known of the golfer's own rounds only. */
export function originsOf({ days, from, matches }: Pick<CompetitionRow, 'days' | 'from' | 'matches'>) {
  return days.map((day, nth) => {
    const holes = from.flatMap((round, i) => (round === nth ? [i + 1] : []));
    return { day, matchId: matches?.[nth], holes };
  });
}

/** "Hole 4", "Holes 1, 4 and 7". */
export function holesWords(holes: readonly number[]): string {
  return `${holes.length < 2 ? 'Hole' : 'Holes'} ${listed(holes.map(String))}`;
}
