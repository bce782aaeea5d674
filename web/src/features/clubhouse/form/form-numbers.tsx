import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { shortDay } from '../../../golf/result-words.js';
import { ResultsTable } from '../../../golf/results-table.js';
import type { FormRound } from './recent-form.js';

const AsTable = styled.details`
  & > summary {
    display: flex;
    align-items: center;
    min-height: var(--target);
    width: fit-content;
    color: var(--primary);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 4px;
    cursor: pointer;
  }
`;

interface FormNumbersProps {
  caption: string;
  heads: readonly string[];
  rounds: readonly FormRound[];
  /** What else there is to a round. */
  about?: (round: FormRound) => string;
  /** One for each head. */
  children: (round: FormRound) => readonly string[];
}

/** The numbers of a picture, the latest round first. */
export function FormNumbers({ caption, heads, rounds, about, children }: FormNumbersProps): ReactNode {
  return (
    <AsTable>
      <summary>As a table</summary>
      <ResultsTable
        caption={caption}
        head={
          <>
            <th scope="col">Date</th>
            {heads.map((head) => (
              <th key={head} scope="col" data-kind="number">
                {head}
              </th>
            ))}
          </>
        }
      >
        {[...rounds].reverse().map((round) => (
          <tr key={round.matchId}>
            <th scope="row">
              {shortDay(round.day)}
              <small>{round.course}</small>
              {about !== undefined && <small>{about(round)}</small>}
            </th>
            {children(round).map((number, place) => (
              <td key={heads[place]} data-kind="number">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </ResultsTable>
    </AsTable>
  );
}
