import { signedDecimal, type FormRound, type Measure } from './recent-form.js';

/** What a round is shown by. */
export interface Shown {
  caption: string;
  /** Head of its column. */
  unit: string;
  /** What a round comes to that is played to the daily handicap. */
  level: number;
  smallOnTop: boolean;
  note: string;
  value: (round: FormRound) => number | null;
  average: (round: FormRound) => number | null;
  text: (value: number) => string;
  averageText: (value: number) => string;
}

/** How rounds are shown by each measure. */
export const SHOWN: Readonly<Record<Measure, Shown>> = {
  points: {
    caption: 'Points per round',
    unit: 'Points',
    level: 36,
    smallOnTop: false,
    note: 'Stableford points, whatever the round was played for. The dotted line is 36: played to handicap. The average is of five rounds up to each date.',
    value: ({ points }) => points,
    average: ({ average }) => average.points,
    text: String,
    averageText: (value) => value.toFixed(1),
  },
  nett: {
    caption: 'Nett to par per round',
    unit: 'Nett',
    level: 0,
    smallOnTop: true,
    note: 'Strokes after handicap, less the par of your card. Higher is better; the dotted line is 0: played to handicap. The average is of five rounds up to each date.',
    value: ({ nettToPar }) => nettToPar,
    average: ({ average }) => average.nettToPar,
    text: (value) => signedDecimal(value, 0),
    averageText: (value) => signedDecimal(value, 1),
  },
};
