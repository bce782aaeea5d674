import styled from '@emotion/styled';
import type { Format, ScoreTotals } from '@fairmark/contract';
import { HOLES } from '@fairmark/scoring';
import { counted, sentence } from '../text/words.js';
import { Card, Fact } from '../ui/page-parts.js';
import { FORMAT_WORDS } from './format-words.js';

const NONE = '–';

/** The totals of a card: Gross and Nett for stroke, otherwise points or +/−. */
export function totalsOf(matchType: Format, totals: ScoreTotals) {
  const { total, totalOf, others } = FORMAT_WORDS[matchType];
  const ns = totals.includesNoScore && others.length > 1 ? ' incl. NS' : '';
  const notes = [
    ...(totals.thru > 0 && totals.thru < HOLES ? [`After ${counted(totals.thru, 'hole')}`] : []),
    ...(totals.includesNoScore ? ['Gross and nett incl. NS (No Score), counted as nett double bogey'] : []),
  ];
  return {
    label: total,
    value: totals.thru === 0 ? NONE : (totalOf(totals) ?? NONE),
    details: others.map((other) => ({ term: `${sentence(other)}${ns}`, value: totals[other] ?? NONE })),
    note: notes.length === 0 ? undefined : notes.join('. '),
  };
}

const Tile = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-3) var(--space-6);
  padding: var(--space-4) var(--space-5);
  & > p > strong {
    font: 500 var(--text-40) / 1.1 var(--serif);
  }
  & > dl {
    display: grid;
    grid-template-columns: auto auto;
    gap: var(--space-1) var(--space-3);
  }
  & > dl > div {
    display: contents;
  }
  & dt {
    font-size: var(--text-16);
  }
  & dd {
    text-align: right;
  }
  & > small {
    flex-basis: 100%;
  }
`;

/** The totals of a card, the format's main total large. */
export function TotalsTile({ label, value, details, note }: ReturnType<typeof totalsOf>) {
  return (
    <Tile role="group" aria-label={label}>
      <p>
        <small>{label}</small>
        <strong>{value}</strong>
      </p>
      {details.length > 0 && (
        <dl>
          {details.map(({ term, value: other }) => (
            <Fact key={term} term={term}>
              {other}
            </Fact>
          ))}
        </dl>
      )}
      {note !== undefined && <small>{note}</small>}
    </Tile>
  );
}
