import type { MatchAnswer, Round } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import type { Nine, NineHole } from '../../../golf/nine-table.js';
import { resultKind } from '../../../golf/score/score-texts.js';
import { totalsOf } from '../../../golf/totals.js';
import { dayWords } from '../../../text/dates.js';

interface BoxStyle {
  /** Half the size for a disc or a ring. */
  radius?: number;
  fill?: string | undefined;
  line?: string;
  thick?: number;
}

interface TextStyle {
  size: number;
  serif?: true;
  weight?: number;
  align?: 'right' | 'center';
  fill?: string;
  /** Maximum width: the text shrinks until it fits. */
  max?: number;
}

/** A drawing instruction, in px of the picture. */
export type Drawn =
  | ({ x: number; y: number; width: number; height: number } & BoxStyle)
  | ({ x: number; y: number; text: string; fill: string } & TextStyle);

export const PICTURE = { width: 1080, height: 1350 } as const;

/** The data of a card's picture. */
export interface PictureCard {
  match: MatchAnswer['match'];
  round: Round;
  nines: readonly [Nine, Nine];
}

// Always the light theme. Brass is for honours alone.
const INK = '#12201a';
const QUIET = '#46534b';
const GREEN = '#0f4c35';
const LINE = '#dad6c8';
const SUNK = '#f1efe6';
const PAPER = '#fbfaf5';
const BRASS = '#c9a24b';
const RED = '#a61e22';
const BLUE = '#163e6b';
const GREY = '#767f76';
const WHITE = '#ffffff';

const EDGE = 64;
const INNER = PICTURE.width - 2 * EDGE;
const LABEL = 124;
const COLUMN = 76;
const TOTAL = INNER - LABEL - 9 * COLUMN;
const ROW = 64;
const NINE_HEIGHT = 5 * ROW + 24;
/** Vertical centres in row heights. The strokes take two rows, as strokes received are below each mark. */
const ROWS_AT = [0.5, 1.5, 2.7, 4.5] as const;

/** The card as a picture: player, course, day, totals, and every hole with its mark. */
export function cardPicture({ match, round, nines }: PictureCard): Drawn[] {
  const { label, value, details } = totalsOf(match.matchType, round.scoreTotals);
  const format = FORMAT_WORDS[match.matchType].name;
  return [
    box([0, 0, PICTURE.width, PICTURE.height], { fill: PAPER }),
    box([0, 0, PICTURE.width, 12], { fill: GREEN }),
    text('Fairmark', EDGE, 92, { size: 44, fill: GREEN, serif: true }),
    atRight(match.day === null ? '' : dayWords(match.day), 88),
    text(round.player.fullName, EDGE, 206, { size: 76, serif: true, max: INNER }),
    text(match.course.name, EDGE, 268, { size: 38, fill: QUIET, max: INNER }),
    text(label, EDGE, 326, { size: 32, fill: QUIET }),
    text(value, EDGE, 462, { size: 164, fill: GREEN, serif: true }),
    atRight(match.isSocial ? 'Practice round' : `${format} round`, 366, { size: 40, weight: 600, fill: INK }),
    atRight(details.map(({ term, value: other }) => `${term} ${other}`).join(' · '), 414),
    atRight(`Daily handicap ${round.dailyHandicapForShow}`, 460),
    ...nines.flatMap((nine, index) => drawnNine(nine, 496 + index * (NINE_HEIGHT + 28))),
    ...foot(round),
  ];
}

/** The picture's text alternative. */
export function pictureWords({ match, round, nines }: PictureCard): string {
  const { label, value } = totalsOf(match.matchType, round.scoreTotals);
  const { totalOf } = FORMAT_WORDS[match.matchType];
  const day = match.day === null ? '' : `, ${dayWords(match.day)}`;
  const holes = nines
    .flatMap((nine) => nine.holes)
    .map(({ strokes, noScore }) => (noScore ? 'No Score' : (strokes ?? 'nothing')));
  const { out, in: back } = round.scoreTotals;
  return (
    `Scorecard of ${round.player.fullName}, ${match.course.name}${day}. ${label} ${value}, ` +
    `out ${totalOf(out) ?? '–'}, in ${totalOf(back) ?? '–'}. Strokes by hole: ${holes.join(', ')}.`
  );
}

function foot({ verified, corrections }: Round): Drawn[] {
  if (!verified) return [];
  const y = PICTURE.height - 92;
  const words =
    corrections.length === 0 ? 'Verified: signed by player and marker' : 'Verified, corrected by the committee';
  return [box([EDGE, y, INNER, 4], { fill: BRASS }), text(words, EDGE, y + 52, { size: 30, fill: QUIET })];
}

function drawnNine({ holes, ...total }: Nine, top: number): Drawn[] {
  const at = (row: number): number => top + 12 + (ROWS_AT[row] ?? 0) * ROW;
  const across = (column: number): number => EDGE + LABEL + (column + 0.5) * COLUMN;
  const right = PICTURE.width - EDGE;
  const rows = [
    { name: 'Hole', of: ({ number }: NineHole) => String(number), sum: total.label, weight: 600, size: 30 },
    { name: 'Par', of: ({ par }: NineHole) => String(par), sum: total.par, weight: 400, size: 30 },
    { name: 'Strokes', of: () => '', sum: total.strokes, weight: 600, size: 34 },
    { name: 'Score', of: ({ score }: NineHole) => score, sum: total.score, weight: 600, size: 32 },
  ];
  return [
    box([EDGE, top, INNER, NINE_HEIGHT], { radius: 28, fill: WHITE, line: LINE, thick: 2 }),
    box([right - TOTAL + 6, top + 10, TOTAL - 16, NINE_HEIGHT - 20], { radius: 18, fill: SUNK }),
    ...rows.flatMap(({ name, of, sum, weight, size }, row) => [
      text(name, EDGE + 20, centred(at(row), 26), { size: 26, weight: 600 }),
      ...holes.map((hole, column) =>
        text(of(hole), across(column), centred(at(row), size), { size, weight, align: 'center' }),
      ),
      text(String(sum), right - TOTAL / 2, centred(at(row), 34), { size: 34, weight: 600, align: 'center' }),
    ]),
    ...holes.flatMap((hole, column) => mark(hole, across(column), at(2))),
  ];
}

/** A hole's strokes in their mark, as on the card, with the strokes received below. */
function mark({ strokes, noScore, par, received }: NineHole, x: number, y: number): Drawn[] {
  const ring = (half: number, line: string, fill?: string) => around(x, y, half, { line, thick: 3, fill });
  const square = (half: number, line: string, fill?: string) => around(x, y, half, { radius: 4, line, thick: 3, fill });
  const marks: Record<ReturnType<typeof resultKind>, { ink: string; drawn: Drawn[] }> = {
    ace: { ink: INK, drawn: [ring(28, BRASS), ring(22, BRASS, BRASS)] },
    albatross: { ink: WHITE, drawn: [ring(28, RED), ring(22, RED), ring(16, RED, RED)] },
    eagle: { ink: WHITE, drawn: [ring(28, RED), ring(22, RED, RED)] },
    birdie: { ink: '#8c1d18', drawn: [ring(28, '#b3261e', '#f9dedc')] },
    par: { ink: INK, drawn: [] },
    bogey: { ink: BLUE, drawn: [square(26, '#2b5f9e', '#dce8f6')] },
    double: { ink: WHITE, drawn: [square(26, BLUE), square(20, BLUE, BLUE)] },
    'no-score': { ink: QUIET, drawn: [square(26, GREY, '#e9e7dc')] },
    empty: { ink: GREY, drawn: [] },
  };
  const { drawn, ink } = marks[resultKind({ strokes, noScore, par })];
  const size = noScore ? 26 : 32;
  const count = Math.abs(received);
  const dots = Array.from({ length: count }, (_, dot) =>
    around(x + (dot - (count - 1) / 2) * 14, y + 42, 4, received > 0 ? { fill: INK } : { line: INK, thick: 2 }),
  );
  const words = noScore ? 'NS' : String(strokes ?? '–');
  return [...drawn, text(words, x, centred(y, size), { size, weight: 600, fill: ink, align: 'center' }), ...dots];
}

function box([x, y, width, height]: readonly [number, number, number, number], style: BoxStyle): Drawn {
  return { x, y, width, height, ...style };
}

/** A box around a point, round unless it has a radius. */
function around(x: number, y: number, half: number, style: BoxStyle): Drawn {
  return box([x - half, y - half, 2 * half, 2 * half], { radius: half, ...style });
}

function text(words: string, x: number, y: number, style: TextStyle): Drawn {
  return { text: words, x, y, fill: INK, ...style };
}

function atRight(words: string, y: number, style: TextStyle = { size: 32, fill: QUIET }): Drawn {
  return text(words, PICTURE.width - EDGE, y, { align: 'right', ...style });
}

function centred(y: number, size: number): number {
  return y + size * 0.36;
}
