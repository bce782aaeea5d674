import { handicapForShow, type Format, type BoardRow } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { signed } from '../../../text/words.js';
import { New, Table } from './board-parts.js';
import type { BoardPage } from './board-pages.js';

const RESULTS: Readonly<Record<Format, { head: string; text: (result: number) => string }>> = {
  STABLEFORD: { head: 'Points', text: String },
  STROKE: { head: 'Nett', text: String },
  PAR: { head: 'Par', text: signed },
};

interface BoardTableProps {
  page: Extract<BoardPage, { kind: 'rows' }>;
  fresh: ReadonlySet<string>;
}

/** A page of a format's cards. */
export function BoardTable({ page, fresh }: BoardTableProps) {
  const { format, rows, number } = page;
  const { head, text } = RESULTS[format];
  return (
    <Table key={`${format} ${number}`}>
      <caption className="visually-hidden">{FORMAT_WORDS[format].name}</caption>
      <thead>
        <tr>
          <th scope="col" data-kind="place">
            Pos
          </th>
          <th scope="col">Player</th>
          <th scope="col" data-kind="daily">
            Daily
          </th>
          <th scope="col" data-kind="result">
            {head}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} fresh={fresh.has(row.key)} text={text} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, fresh, text }: { row: BoardRow; fresh: boolean; text: (result: number) => string }) {
  const { rankLabel, fullName, countback, dailyHandicap, result, noScore } = row;
  return (
    <tr data-fresh={fresh} data-first={rankLabel === '1' || rankLabel === 'T1'}>
      <td data-kind="place">{rankLabel}</td>
      <th scope="row">
        {fullName}
        {fresh && <New>New</New>}
        {noScore && <small>with a No Score</small>}
        {countback !== null && <small>{wonWords(countback.decidedBy)}</small>}
      </th>
      <td data-kind="daily">{handicapForShow(dailyHandicap, 0)}</td>
      <td data-kind="result">{result === null ? '–' : text(result)}</td>
    </tr>
  );
}

/** "Countback, last 6": what put this card before the next one. */
const wonWords = (decidedBy: string): string => `Countback, ${decidedBy.replace(/\s*(\d+)$/, '\u00a0$1')}`;
