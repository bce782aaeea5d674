import styled from '@emotion/styled';
import type { StoryScore } from '@fairmark/contract';
import { PencilLine, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { NinePanel } from '../../../golf/nine-panel.js';
import { GlyphMark } from '../../../golf/score/score-glyph.js';
import { spokenScore } from '../../../golf/score/score-texts.js';
import { countingOf, type ReplayHole } from './replay.js';
import { scoreWords } from '../parts/words.js';

const Panel = styled(NinePanel)`
  & tr[data-row='entries'] > * {
    height: 3rem;
  }
  & tr[data-row='entries'] + tr > * {
    border-top: 1px solid var(--line);
  }
  & td[data-superseded='true'] [data-glyph] {
    color: var(--ink-2);
    text-decoration: line-through;
    text-decoration-thickness: 1.5px;
  }
  /* What the step changed: a frame and a pen, and what stood there before, struck out. */
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

interface ReplayNineProps {
  caption: string;
  label: 'Out' | 'In';
  /** Nine of them. */
  holes: readonly ReplayHole[];
  /** Of the card, hole 1 first. */
  pars: readonly number[];
  /** The card has corrections, which get a row of their own. */
  corrected: boolean;
}

/** Nine holes of a card at a step: the player's entries, the marker's below them, and the committee's. */
export const ReplayNine = memo(function ReplayNine(props: ReplayNineProps): ReactNode {
  const { caption, label, holes, pars, corrected } = props;
  const parOf = (hole: ReplayHole): number => pars[hole.number - 1] ?? 0;
  return (
    <Panel>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col data-part="label" />
          <col span={holes.length} />
          <col data-part="total" />
        </colgroup>
        <thead>
          <tr>
            <th scope="row">Hole</th>
            {holes.map((hole) => (
              <th key={hole.number} scope="col" data-mismatch={hole.differs}>
                <span data-mark={hole.differs ? 'mismatch' : undefined}>
                  {hole.number}
                  {hole.differs && <TriangleAlert size={12} strokeWidth={2.5} aria-hidden="true" />}
                </span>
                {hole.differs && <span className="visually-hidden">, entries differ</span>}
              </th>
            ))}
            <th scope="col" data-total="">
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr data-row="par">
            <th scope="row">Par</th>
            {holes.map((hole) => (
              <td key={hole.number} data-mismatch={hole.differs}>
                {parOf(hole)}
              </td>
            ))}
            <td data-total="">{holes.reduce((sum, hole) => sum + parOf(hole), 0)}</td>
          </tr>
          <Entries label="Player" side="PLAYER" holes={holes} parOf={parOf} scoreOf={(hole) => hole.player} />
          <Entries label="Marker" side="MARKER" holes={holes} parOf={parOf} scoreOf={(hole) => hole.marker} />
          {corrected && (
            <Entries
              label="Put right"
              side="COMMITTEE"
              holes={holes}
              parOf={parOf}
              scoreOf={(hole) => hole.committee}
              totalOf={countingOf}
            />
          )}
        </tbody>
      </table>
    </Panel>
  );
});

interface EntriesProps {
  label: string;
  side: 'PLAYER' | 'MARKER' | 'COMMITTEE';
  holes: readonly ReplayHole[];
  parOf: (hole: ReplayHole) => number;
  scoreOf: (hole: ReplayHole) => StoryScore;
  /** What is added up; the row's own scores unless said otherwise. */
  totalOf?: (hole: ReplayHole) => StoryScore;
}

function Entries({ label, side, holes, parOf, scoreOf, totalOf = scoreOf }: EntriesProps): ReactNode {
  return (
    <tr data-row="entries">
      <th scope="row">{label}</th>
      {holes.map((hole) => (
        <Entry key={hole.number} hole={hole} side={side} score={scoreOf(hole)} par={parOf(hole)} />
      ))}
      <td data-total="">{sumOf(holes.map(totalOf))}</td>
    </tr>
  );
}

interface EntryProps extends Pick<EntriesProps, 'side'> {
  hole: ReplayHole;
  score: StoryScore;
  par: number;
}

function Entry({ hole, side, score, par }: EntryProps): ReactNode {
  const changed = hole.changed?.side === side ? hole.changed : null;
  const shown = { strokes: score === 'NS' ? null : score, noScore: score === 'NS', par };
  // A hole that nobody put right is empty in the committee's row.
  const empty = side === 'COMMITTEE' && score === null;
  const superseded = side === 'MARKER' && hole.committee !== null;
  const words = [
    spokenScore(shown),
    superseded ? 'put right by the committee' : '',
    changed === null ? '' : 'changed in this step',
  ];
  return (
    <td data-changed={changed !== null} data-superseded={superseded} data-mismatch={hole.differs}>
      {changed !== null && <PencilLine size={15} aria-hidden="true" />}
      {!empty && <GlyphMark {...shown} />}
      {changed !== null && changed.from !== null && (
        <s aria-hidden="true">{changed.from === 'NS' ? 'NS' : scoreWords(changed.from)}</s>
      )}
      {!empty && <span className="visually-hidden">{words.filter((word) => word !== '').join(', ')}</span>}
    </td>
  );
}

/** The strokes of nine holes; nothing while one has none, or is a No Score. */
function sumOf(scores: readonly StoryScore[]): number | null {
  let sum = 0;
  for (const score of scores) {
    if (typeof score !== 'number') return null;
    sum += score;
  }
  return sum;
}
