import {
  handicapForShow,
  type HistorySort,
  type LeaderboardSort,
  type PersonRef,
  type ScoreTotals,
} from '@fairmark/contract';
import { SortHeader } from '../../ui/sort-header.js';
import { signed } from '../../text/words.js';

/** A column that results can be in order of: in the leaderboard's words and in those of the history. */
interface ScoreColumn {
  id: LeaderboardSort;
  historySort: HistorySort;
  label: string;
  name: string;
  /** Best first. */
  order: 'ascending' | 'descending';
  text: (totals: ScoreTotals) => string;
}

const COLUMNS: readonly ScoreColumn[] = [
  {
    id: 'stableford',
    historySort: 'stableford',
    label: 'STFD',
    name: 'Stableford points',
    order: 'descending',
    text: ({ stableford }) => String(stableford),
  },
  {
    id: 'par',
    historySort: 'par',
    label: 'PAR',
    name: 'Par result',
    order: 'descending',
    text: ({ par }) => signed(par),
  },
  {
    id: 'nett',
    historySort: 'stroke',
    label: 'NETT',
    name: 'Nett strokes',
    order: 'ascending',
    text: ({ nett }) => (nett === null ? '–' : String(nett)),
  },
];

/** The heads of marker and daily handicap, which a wide table has columns for. */
export function PlayHeads() {
  return (
    <>
      <th scope="col" data-wide="">
        Marker
      </th>
      <th scope="col" data-wide="" data-kind="number">
        Daily
      </th>
    </>
  );
}

/** Who marked a round, and what its player's daily handicap was. */
export function PlayCells({ marker, dailyHandicap }: { marker: PersonRef | null; dailyHandicap: number }) {
  return (
    <>
      <td data-wide="">{marker?.fullName ?? '–'}</td>
      <td data-wide="" data-kind="number">
        {handicapForShow(dailyHandicap, 0)}
      </td>
    </>
  );
}

/** The heads of the three score columns. */
export function ScoreHeads({ sort, onSort }: { sort: LeaderboardSort | null; onSort: (column: ScoreColumn) => void }) {
  return COLUMNS.map((column) => (
    <SortHeader
      key={column.id}
      kind="number"
      label={column.label}
      name={column.name}
      sorted={column.id === sort ? column.order : null}
      onSort={() => onSort(column)}
    />
  ));
}

/** A round's three results; null: it has none, for example because its player withdrew. */
export function ScoreCells({ totals, sort }: { totals: ScoreTotals | null; sort: LeaderboardSort | null }) {
  return COLUMNS.map(({ id, text }) => (
    <td key={id} data-kind="number" data-sorted={id === sort}>
      {totals === null ? '–' : text(totals)}
    </td>
  ));
}

/** Which score column the rows of a history are in order of; null: they are in order of their dates. */
export function columnOf(sort: HistorySort): LeaderboardSort | null {
  return COLUMNS.find(({ historySort }) => historySort === sort)?.id ?? null;
}
