import styled from '@emotion/styled';
import type { StoryChange, StoryScore } from '@fairmark/contract';
import { NINE } from '@fairmark/scoring';
import { PencilLine } from 'lucide-react';
import { sum } from '../../../golf/cards.js';
import { HoleFace, NineTable } from '../../../golf/nine-table.js';
import { GlyphMark } from '../../../golf/score/score-marks.js';
import { scoreWords, spokenScore } from '../../../golf/score/score-texts.js';
import { joinWords } from '../../../text/words.js';
import { countingOf, entryOf, type ReplayCard, type ReplayHole } from './replay.js';

const Marked = styled.div`
  & tr + tr > * {
    height: 3rem;
  }
  & tr + tr + tr > * {
    border-top: 1px solid var(--line);
  }
  & td[data-superseded='true'] [data-glyph] {
    color: var(--ink-2);
    text-decoration: line-through;
    text-decoration-thickness: 1.5px;
  }
  /* A hole changed by the step: a frame, a pen, and the previous score struck out. */
  & td[data-changed='true'] {
    position: relative;
    border-radius: var(--radius-chip);
    background: var(--primary-tint);
    box-shadow: inset 0 0 0 2px var(--primary);
  }
  & td[data-changed='true'] > svg {
    position: absolute;
    top: -7px;
    right: -3px;
    padding: 2px;
    border-radius: 50%;
    background: var(--primary);
    color: var(--on-primary);
  }
  & td s {
    display: block;
    color: var(--ink-2);
    font-size: var(--text-12);
    line-height: 1;
  }
`;

type StorySide = StoryChange['side'];

const parOf = ({ par = 0 }: ReplayHole): number => par;

/** Nine holes of a card at a step: the entries of player and marker, and the committee's corrections. */
export function ReplayNine({ card, label }: { card: ReplayCard; label: 'Out' | 'In' }) {
  const holes = label === 'Out' ? card.holes.slice(0, NINE) : card.holes.slice(NINE);
  return (
    <Marked>
      <NineTable
        {...{ label, holes }}
        caption={`${label}, ${card.player.fullName}`}
        renderHead={(hole) => (
          <>
            <HoleFace hole={hole} />
            {hole.mismatch && <span className="visually-hidden">, entries differ</span>}
          </>
        )}
        rows={[
          { name: 'Par', renderCell: parOf, total: sum(holes.map(parOf)) },
          ...ROWS.slice(0, card.corrected ? 3 : 2).map(({ name, side }) => ({
            name,
            renderCell: (hole: ReplayHole) => <Entry hole={hole} side={side} />,
            marks: (hole: ReplayHole) => ({
              'data-changed': hole.changed?.side === side,
              'data-superseded': superseded(hole, side),
            }),
            total: sumOf(holes.map((hole) => totalOf(hole, side))),
          })),
        ]}
      />
    </Marked>
  );
}

const ROWS = [
  { name: 'Player', side: 'PLAYER' },
  { name: 'Marker', side: 'MARKER' },
  // With a soft hyphen: the column is narrow on phones.
  { name: 'Cor\u00ADrected', side: 'COMMITTEE' },
] as const;

/** The corrected row adds up what counts. */
const totalOf = (hole: ReplayHole, side: StorySide): StoryScore =>
  side === 'COMMITTEE' ? countingOf(hole) : hole[side];

const superseded = ({ COMMITTEE }: ReplayHole, side: StorySide): boolean => side === 'MARKER' && COMMITTEE !== null;

function Entry({ hole, side }: { hole: ReplayHole; side: StorySide }) {
  const score = hole[side];
  const changed = hole.changed?.side === side ? hole.changed : null;
  const shown = { ...entryOf(score), par: parOf(hole) };
  // Uncorrected holes are empty in the committee's row.
  const empty = side === 'COMMITTEE' && score === null;
  const words = [
    spokenScore(shown),
    superseded(hole, side) ? 'corrected by the committee' : '',
    changed === null ? '' : 'changed in this step',
  ];
  return (
    <>
      {changed !== null && <PencilLine size={15} />}
      {!empty && <GlyphMark {...shown} />}
      {changed !== null && changed.from !== null && (
        <s aria-hidden="true">{changed.from === 'NS' ? 'NS' : scoreWords(changed.from)}</s>
      )}
      {!empty && <span className="visually-hidden">{joinWords(words, ', ')}</span>}
    </>
  );
}

/** The strokes of nine holes; null if one has no score or a No Score. */
function sumOf(scores: readonly StoryScore[]): number | null {
  const strokes = scores.filter((score) => typeof score === 'number');
  return strokes.length < scores.length ? null : sum(strokes);
}
