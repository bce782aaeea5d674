import type { Format, HistorySort, LeaderboardSort } from '@fairmark/contract';

interface Score {
  id: LeaderboardSort;
  historySort: Exclude<HistorySort, 'date-desc' | 'date-asc'>;
  label: string;
  name: string;
  format: Format;
}

/** Scores by which lists of rounds can be sorted. */
export const SCORES: readonly Score[] = [
  { id: 'stableford', historySort: 'stableford', label: 'STFD', name: 'Stableford points', format: 'STABLEFORD' },
  { id: 'par', historySort: 'par', label: 'PAR', name: 'Par result', format: 'PAR' },
  { id: 'nett', historySort: 'stroke', label: 'NETT', name: 'Nett strokes', format: 'STROKE' },
];
