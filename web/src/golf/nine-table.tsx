import { Clock, Gavel, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { DotsMark } from './handicap-dots.js';
import { NinePanel } from './nine-panel.js';
import { GlyphMark } from './score/score-glyph.js';
import { spokenReceived, spokenScore } from './score/score-texts.js';

/** One hole of a nine, as the card shows it. */
export interface NineHole {
  /** 1 to 18. */
  number: number;
  par: number;
  index?: number | readonly number[];
  /** Null with `noScore` false: nothing entered yet. */
  strokes: number | null;
  noScore: boolean;
  /** In the round's format: "3", "+", "−", a nett; empty while there is none. */
  score: string;
  /** Strokes received, negative where given back. */
  received: number;
  /** Entered on this phone and not yet sent. */
  waiting?: boolean;
  /** The player's and the marker's results differ. */
  mismatch?: boolean;
  /** The committee put it right. */
  corrected?: boolean;
}

/** The last column of a nine. */
export interface NineTotal {
  label: 'Out' | 'In';
  par: number;
  strokes: ReactNode;
  score: ReactNode;
  /** A second, smaller total under the score. */
  secondary?: ReactNode;
}

/** Properties of {@link NineTable}. */
export interface NineTableProps {
  /** Names the table for whoever can't see it: "Out, Sam Reid". */
  caption: string;
  /** Nine holes in order. */
  holes: readonly NineHole[];
  total: NineTotal;
  /** The name of the last row: "Pts", "Par", "Nett". */
  scoreLabel: string;
  showIndex?: boolean;
  /** Makes each hole's column a button. */
  onHole?: (holeNumber: number) => void;
}

/** Nine holes of a scorecard with their total, as wide as a phone held upright. */
export const NineTable = memo(function NineTable(props: NineTableProps): ReactNode {
  const { caption, holes, total, scoreLabel, showIndex = false, onHole } = props;
  return (
    <NinePanel>
      <table data-index={showIndex}>
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
              <th key={hole.number} scope="col" data-mismatch={hole.mismatch}>
                <HoleNumber hole={hole} onHole={onHole} />
              </th>
            ))}
            <th scope="col" data-total="">
              {total.label}
            </th>
          </tr>
        </thead>
        <tbody>
          <Row name="par" label="Par" holes={holes} cell={(hole) => hole.par} total={total.par} />
          {showIndex && <Row name="index" label="Index" holes={holes} cell={shownIndex} total="" />}
          <Row name="strokes" label="Strokes" holes={holes} cell={strokesCell} total={total.strokes} />
          <Row
            name="score"
            label={scoreLabel}
            holes={holes}
            cell={scoreCell}
            total={
              <>
                {total.score}
                {total.secondary !== undefined && <small>{total.secondary}</small>}
              </>
            }
          />
        </tbody>
      </table>
    </NinePanel>
  );
});

interface RowProps {
  name: string;
  label: string;
  holes: readonly NineHole[];
  cell: (hole: NineHole) => ReactNode;
  total: ReactNode;
}

function Row({ name, label, holes, cell, total }: RowProps): ReactNode {
  return (
    <tr data-row={name}>
      <th scope="row">{label}</th>
      {holes.map((hole) => (
        <td key={hole.number} data-mismatch={hole.mismatch}>
          {cell(hole)}
        </td>
      ))}
      <td data-total="">{total}</td>
    </tr>
  );
}

function HoleNumber({ hole, onHole }: { hole: NineHole; onHole: NineTableProps['onHole'] }): ReactNode {
  const mark = markOf(hole);
  const face = (
    <span data-mark={mark}>
      {hole.number}
      {mark === 'mismatch' && <TriangleAlert size={12} strokeWidth={2.5} aria-hidden="true" />}
      {mark === 'waiting' && <Clock size={12} strokeWidth={2.5} aria-hidden="true" />}
      {mark === 'corrected' && <Gavel size={12} strokeWidth={2.5} aria-hidden="true" />}
    </span>
  );
  if (onHole === undefined) return face;
  return (
    <button type="button" aria-label={`Hole ${hole.number}`} onClick={() => onHole(hole.number)}>
      {face}
    </button>
  );
}

function markOf({ mismatch, waiting, corrected }: NineHole): string | undefined {
  if (corrected === true) return 'corrected';
  if (mismatch === true) return 'mismatch';
  return waiting === true ? 'waiting' : undefined;
}

function strokesCell(hole: NineHole): ReactNode {
  const words = [spokenScore(hole), spokenReceived(hole.received)];
  if (hole.mismatch === true) words.push('scores differ');
  if (hole.corrected === true) words.push('corrected by the committee');
  if (hole.waiting === true) words.push('waiting to be sent');
  return (
    <>
      <span data-strokes="">
        <GlyphMark strokes={hole.strokes} noScore={hole.noScore} par={hole.par} />
        <DotsMark strokes={hole.received} />
      </span>
      <span className="visually-hidden">{words.filter((word) => word !== '').join(', ')}</span>
    </>
  );
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'plus', '−': 'minus' };

/** A lone sign is not read out by itself. */
function scoreCell({ score }: NineHole): ReactNode {
  const spoken = SIGNS[score];
  if (spoken === undefined) return score;
  return (
    <>
      <span aria-hidden="true">{score}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}

/** Of three indexes the first, which a card has room for. */
function shownIndex({ index }: NineHole): ReactNode {
  return typeof index === 'number' ? index : index?.[0];
}
