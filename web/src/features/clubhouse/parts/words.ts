import {
  SCORE_LABELS,
  type ClubhouseRound,
  type LeaderboardRow,
  type PersonRef,
  type UnverifiedRound,
} from '@fairmark/contract';
import { signed } from '../../../text/words.js';

const DAY_OF_YEAR = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "14 Nov" of 2026-11-14, where the year is told by what stands around. */
export function dayOfYear(day: string): string {
  return DAY_OF_YEAR.format(new Date(day));
}

/** What a round was played for: "Stroke", "Stableford", "Par". */
export function formatWords(matchType: string): string {
  return matchType === 'STROKE' ? 'Stroke' : SCORE_LABELS[matchType === 'PAR' ? 'PAR' : 'STABLEFORD'].long;
}

/** What a round came to in its own format: "36 pts", "+2", "71 nett". */
export function resultWords({ matchType, scoreTotals }: Pick<ClubhouseRound, 'matchType' | 'scoreTotals'>): string {
  if (matchType === 'STABLEFORD') return `${scoreTotals.stableford} pts`;
  if (matchType === 'PAR') return signed(scoreTotals.par);
  return scoreTotals.nett === null ? '–' : `${scoreTotals.nett} nett`;
}

/** Whether a table needs to be told how ties are broken. */
export function hasTies(rows: readonly Pick<LeaderboardRow, 'countback' | 'rankLabel'>[]): boolean {
  return rows.some(({ countback, rankLabel }) => countback !== null || rankLabel.startsWith('T'));
}

/** Whose card an unsigned round is: "Your card", "Alex Tran's card". */
export function cardWords({ player }: Pick<UnverifiedRound, 'player'>, me: string): string {
  return player.id === me ? 'Your card' : `${player.fullName}'s card`;
}

/** Whose move it is on a card that is not verified. */
export function moveWords(
  round: Pick<UnverifiedRound, 'waitingFor' | 'player' | 'marker' | 'completeByMarker' | 'nextHole'>,
): string {
  const { waitingFor, player, marker, completeByMarker, nextHole } = round;
  if (waitingFor === 'me' && nextHole !== null) return 'Waiting for you to enter every hole';
  if (waitingFor === 'me') return 'Waiting for your signature';
  if (waitingFor === 'player') return `Waiting for ${player.fullName} to enter every hole`;
  return `Waiting for ${nameOf(marker)} to ${completeByMarker ? 'sign' : 'enter every hole'}`;
}

function nameOf(marker: PersonRef | null): string {
  return marker === null ? 'your marker' : marker.fullName;
}
