import styled from '@emotion/styled';
import { COMPETITION_SORTS, type CompetitionRound, type CompetitionSort } from '@fairmark/contract';
import { useState } from 'react';
import { onDemand } from '../../../ui/overlays/on-demand.js';
import { Note, Stack } from '../../../ui/page-parts.js';
import { CORRECTED, countbackWords } from '../../../golf/result-words.js';
import { ResultsTable } from '../../../golf/results-table.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { SortHeader } from '../../../ui/sort-header.js';
import { rankSort, rankingOf } from './standings.js';
import { NOT_OPENED, SORT_WORDS, countWords, hasTies } from '../parts/words.js';

// Its card is loaded with the first one that is opened.
const PlayerSheet = onDemand(async () => (await import('./player-sheet.js')).PlayerSheet);

const Sort = styled.div`
  max-width: 16rem;
`;

/** A narrow panel has room for two numbers: gross and nett, or the one that the rows are in order of and nett. */
const Fitted = styled.div`
  & tbody > tr {
    cursor: pointer;
  }
  & th > button[data-name] {
    min-height: var(--target);
    padding: 0;
    border: 0;
    background: transparent;
    color: inherit;
    font: 600 var(--text-16) / 1.3 var(--font);
    text-align: left;
    text-decoration: underline;
    text-decoration-color: var(--line-strong);
    text-underline-offset: 4px;
    overflow-wrap: anywhere;
  }
  @container (max-width: 41.99rem) {
    & tr > [data-kind='number'] {
      padding-right: var(--space-3);
    }
    & thead th:nth-of-type(n + 5):not([aria-sort]),
    & td:nth-of-type(n + 4):not([data-sorted='true']),
    &[data-more='true'] :is(thead th:nth-of-type(3), td:nth-of-type(2)) {
      display: none;
    }
  }
  @media (hover: hover) {
    & tbody > tr:hover > * {
      background: var(--sunk);
    }
  }
`;

interface Column {
  sort: CompetitionSort;
  label: string;
  name: string;
  order: 'ascending' | 'descending';
  value: (row: CompetitionRound) => number | null;
}

const COLUMNS: readonly Column[] = [
  {
    sort: 'gross',
    label: 'Gross',
    name: 'Best gross strokes',
    order: 'ascending',
    value: ({ totalScoreStroke }) => totalScoreStroke,
  },
  {
    sort: 'nett',
    label: 'Nett',
    name: 'Nett strokes',
    order: 'ascending',
    value: ({ totalScoreStrokeNett }) => totalScoreStrokeNett,
  },
  {
    sort: 'first-9',
    label: 'First 9',
    name: 'Nett strokes of holes 1 to 9',
    order: 'ascending',
    value: ({ firstNineScoreStrokeNett }) => firstNineScoreStrokeNett,
  },
  {
    sort: 'last-9',
    label: 'Last 9',
    name: 'Nett strokes of holes 10 to 18',
    order: 'ascending',
    value: ({ lastNineScoreStrokeNett }) => lastNineScoreStrokeNett,
  },
  {
    sort: 'rounds',
    label: 'Rounds',
    name: 'Rounds that count',
    order: 'descending',
    value: ({ contributingRounds }) => contributingRounds,
  },
];

const SORT_OPTIONS = COMPETITION_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }));
const IN_SIGHT: readonly CompetitionSort[] = ['gross', 'gross-rank', 'nett', 'nett-rank'];

interface StandingsProps {
  rows: readonly CompetitionRound[];
  sort: CompetitionSort;
  onSort: (sort: CompetitionSort) => void;
  /** Rows in another order are on their way. */
  busy: boolean;
  /** Id of the golfer who looks. */
  me: string | undefined;
}

/** The table of a competition; a row opens its player's card. */
export function Standings({ rows, sort, onSort, busy, me }: StandingsProps) {
  const [open, setOpen] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = rows.find(({ player }) => player.id === shownId);
  const ranking = rankingOf(sort);
  return (
    <Stack aria-label="Standings">
      <Sort>
        <SelectField
          label="Sort"
          options={SORT_OPTIONS}
          value={sort}
          onChange={({ target }) => onSort(COMPETITION_SORTS.find((one) => one === target.value) ?? 'gross')}
        />
      </Sort>
      <Fitted data-more={!IN_SIGHT.includes(sort)}>
        <ResultsTable
          caption={`Players in order of ${SORT_WORDS[sort].toLowerCase()}`}
          busy={busy}
          head={
            <>
              <SortHeader
                label="Rank"
                name={ranking === 'nett' ? SORT_WORDS['nett-rank'] : SORT_WORDS['gross-rank']}
                sorted={sort === 'gross-rank' || sort === 'nett-rank' ? 'ascending' : null}
                onSort={() => onSort(rankSort(sort))}
              />
              <th scope="col">Player</th>
              {COLUMNS.map((column) => (
                <SortHeader
                  key={column.sort}
                  kind="number"
                  label={column.label}
                  name={column.name}
                  sorted={column.sort === sort ? column.order : null}
                  onSort={() => onSort(column.sort)}
                />
              ))}
            </>
          }
        >
          {rows.map((row) => (
            <Row
              key={row.player.id}
              row={row}
              sort={sort}
              own={row.player.id === me}
              onOpen={() => {
                setShownId(row.player.id);
                setOpen(true);
              }}
            />
          ))}
        </ResultsTable>
      </Fitted>
      <Explained rows={rows} sort={sort} />
      {shown !== undefined && (
        <PlayerSheet row={shown} own={shown.player.id === me} open={open} onOpenChange={setOpen} />
      )}
    </Stack>
  );
}

interface RowProps {
  row: CompetitionRound;
  sort: CompetitionSort;
  own: boolean;
  onOpen: () => void;
}

function Row({ row, sort, own, onOpen }: RowProps) {
  const ranking = rankingOf(sort);
  const { player, shown, contributingRounds, userMatchSettings } = row;
  const won = ranking === 'gross' || ranking === 'nett' ? countbackWords(row.countback[ranking]) : null;
  const words = [
    own ? 'You' : '',
    userMatchSettings === null ? '' : `Daily ${userMatchSettings.dailyHandicapForShow}`,
    contributingRounds > 0 ? countWords(contributingRounds, 'round') : shown ? 'No round yet' : NOT_OPENED,
  ].filter((word) => word !== '');
  return (
    // The name is the button; a press anywhere else on its row is a larger target for it.
    <tr data-own={own} onClick={onOpen}>
      <td data-kind="place">{row.rankLabels[ranking] ?? '–'}</td>
      <th scope="row">
        <button
          type="button"
          data-name=""
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {player.fullName}
        </button>
        <small>{words.join(' · ')}</small>
        {won !== null && <small>{won}</small>}
        {row.correctedAt !== null && <small>{CORRECTED}</small>}
      </th>
      {COLUMNS.map((column) => (
        <td key={column.sort} data-kind="number" data-sorted={column.sort === sort}>
          {column.value(row) ?? '–'}
        </td>
      ))}
    </tr>
  );
}

/** What the ranks follow from. */
function Explained({ rows, sort }: { rows: readonly CompetitionRound[]; sort: CompetitionSort }) {
  const ranking = rankingOf(sort);
  return (
    <div>
      {hasTies(rows) && (
        <Note>
          Ties go to countback on the best scores: the better last 9, then last 6, last 3, then hole by hole from the
          18th. T = still tied. Ranks of nines are shared.
        </Note>
      )}
      {ranking !== 'gross' && <Note>Nett is ranked against the par of each player&apos;s own card.</Note>}
      {rows.some((row) => !row.shown) && (
        <Note>
          {NOT_OPENED}: scores show once the player has opened this competition, or has started a round that counts.
        </Note>
      )}
      {rows.some((row) => row.contributingRounds > 0 && row.totalScoreStroke === null) && (
        <Note>A card with a hole that has no score yet has no total and ranks below those that are whole.</Note>
      )}
    </div>
  );
}
