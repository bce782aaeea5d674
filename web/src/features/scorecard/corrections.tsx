import styled from '@emotion/styled';
import { CORRECTION_WORDS, type CardCorrection } from '@fairmark/contract';
import { momentWords } from '../../text/dates.js';
import { CORRECTED } from '../../golf/result-words.js';
import { scoreWords } from '../../golf/score/score-texts.js';

const List = styled.section`
  display: grid;
  gap: var(--space-2);
  padding-left: var(--space-4);
  border-left: 4px solid var(--brass-fill);
  overflow-wrap: anywhere;
  & h3 {
    font-size: var(--text-18);
  }
  & li + li {
    margin-top: var(--space-3);
  }
  & del {
    color: var(--ink-2);
    text-decoration-thickness: 2px;
  }
  & q {
    display: block;
    white-space: pre-line;
  }
  & small {
    display: block;
  }
`;

/** What the committee put right on a signed card: which holes, why, in whose words and when. */
export function Corrections({ corrections }: { corrections: readonly CardCorrection[] }) {
  return (
    <List aria-labelledby="corrections">
      <h3 id="corrections">{CORRECTED}</h3>
      <ol>
        {corrections.map(({ correctionId, by, at, reason, note, holes }) => (
          <li key={correctionId}>
            {holes.map(({ holeNumber, from, to }) => (
              <p key={holeNumber}>
                Hole {holeNumber}: <span className="visually-hidden">was </span>
                <del>{scoreWords(from)}</del> <span aria-hidden="true">→ </span>
                <span className="visually-hidden">now </span>
                <strong>{scoreWords(to)}</strong>
              </p>
            ))}
            <p>{CORRECTION_WORDS[reason]}</p>
            {note !== null && <q>{note}</q>}
            <small>
              {by.fullName}, <time dateTime={at}>{momentWords(at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </List>
  );
}
