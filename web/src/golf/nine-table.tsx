import { Clock, Gavel, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { SPOKEN } from './format-words.js';
import { NinePanel } from './nine-panel.js';
import { DotsMark, GlyphMark } from './score/score-marks.js';
import { spokenReceived, spokenScore } from './score/score-texts.js';
import { joinWords } from '../text/words.js';

/** One hole of a nine, as shown on a card. */
export interface NineHole {
  number: number;
  par: number;
  index?: number | readonly number[];
  /** Null with `noScore` false: nothing entered yet. */
  strokes: number | null;
  noScore: boolean;
  /** The score in the round's format: "3", "+", "−", a nett; empty if there is none. */
  score: string;
  received: number;
  waiting?: boolean;
  mismatch?: boolean;
  corrected?: boolean;
  /** Its details are shown beside the card. */
  selected?: boolean;
}

/** A nine of a card, as shown in a table: its holes, and the last column's label and totals. */
export interface Nine {
  holes: NineHole[];
  label: 'Out' | 'In';
  par: number;
  strokes: string | number;
  score: string | number;
}

interface NinesProps {
  nines: readonly Nine[];
  /** Whose card it is, for screen readers. */
  of: string;
  showIndex?: boolean;
  onHole?: (holeNumber: number) => void;
}

/** The nines of a scorecard, each a table that fits a phone in portrait. */
export function Nines({ nines, of, showIndex = false, onHole }: NinesProps) {
  return nines.map(({ holes, label, par, strokes, score }) => (
    <NineTable
      key={label}
      caption={`${label}, ${of}`}
      {...{ label, holes }}
      renderHead={(hole) => <HoleNumber hole={hole} onHole={onHole} />}
      rows={[
        { name: 'Par', renderCell: (hole) => hole.par, total: par },
        ...(showIndex ? [{ name: 'Index', renderCell: shownIndex, total: '' }] : []),
        { name: 'Strokes', renderCell: strokesCell, total: strokes },
        { name: 'Score', renderCell: scoreCell, total: score },
      ]}
    />
  ));
}

type Marked = Pick<NineHole, 'number' | 'waiting' | 'mismatch' | 'corrected' | 'selected'>;

interface NineTableProps<Hole> {
  caption: string;
  label: Nine['label'];
  holes: readonly Hole[];
  renderHead: (hole: Hole) => ReactNode;
  rows: readonly {
    name: string;
    renderCell: (hole: Hole) => ReactNode;
    marks?: (hole: Hole) => Record<`data-${string}`, boolean>;
    total: ReactNode;
  }[];
}

/** A table of nine holes: a column for each, and one for the total. */
export function NineTable<Hole extends Marked>(props: NineTableProps<Hole>) {
  const { caption, label, holes, renderHead, rows } = props;
  return (
    <NinePanel>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="row">Hole</th>
            {holes.map((hole) => (
              <th key={hole.number} scope="col" data-mismatch={hole.mismatch} data-selected={hole.selected}>
                {renderHead(hole)}
              </th>
            ))}
            <th scope="col" data-total="">
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, renderCell, marks, total }) => (
            <tr key={name} data-row={name}>
              <th scope="row">{name}</th>
              {holes.map((hole) => (
                <td key={hole.number} data-mismatch={hole.mismatch} data-selected={hole.selected} {...marks?.(hole)}>
                  {renderCell(hole)}
                </td>
              ))}
              <td data-total="">{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </NinePanel>
  );
}

function HoleNumber({ hole, onHole }: { hole: NineHole; onHole: NinesProps['onHole'] }) {
  if (onHole === undefined) return <HoleFace hole={hole} />;
  return (
    <button
      type="button"
      aria-label={`Hole ${hole.number}`}
      aria-pressed={hole.selected}
      onClick={() => onHole(hole.number)}
    >
      <HoleFace hole={hole} />
    </button>
  );
}

const MARKS = [
  { mark: 'corrected', Icon: Gavel, color: 'var(--brass)', words: 'corrected by the committee' },
  { mark: 'mismatch', Icon: TriangleAlert, color: 'var(--danger)', words: 'scores differ' },
  { mark: 'waiting', Icon: Clock, color: 'var(--warn)', words: 'waiting to be sent' },
] as const;

const marksOf = (hole: Marked) => MARKS.filter(({ mark }) => hole[mark]);

/** A hole's number with its first mark, if any. */
export function HoleFace({ hole }: { hole: Marked }) {
  const [first] = marksOf(hole);
  if (first === undefined) return <span>{hole.number}</span>;
  return (
    <span data-mark="">
      {hole.number}
      <first.Icon size={12} strokeWidth={2.5} style={{ color: first.color }} />
    </span>
  );
}

function strokesCell(hole: NineHole) {
  const words = [spokenScore(hole), spokenReceived(hole.received), ...marksOf(hole).map((mark) => mark.words)];
  return (
    <>
      <span data-strokes="">
        <GlyphMark strokes={hole.strokes} noScore={hole.noScore} par={hole.par} />
        <DotsMark strokes={hole.received} />
      </span>
      <span className="visually-hidden">{joinWords(words, ', ')}</span>
    </>
  );
}

/** A lone sign gets a word; a 0 may be points. */
function scoreCell({ score }: NineHole) {
  const spoken = SPOKEN[score];
  if (spoken === undefined || score === '0') return score;
  return (
    <>
      <span aria-hidden="true">{score}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}

/** Of three indexes the first: a card has room for one. */
const shownIndex = ({ index }: NineHole) => (typeof index === 'number' ? index : index?.[0]);
