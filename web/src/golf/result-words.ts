import type { Competition, Countback, LeaderboardRow, Page } from '@fairmark/contract';
import { ordinal } from '../text/words.js';

/** Shown beside every result that a committee corrected. */
export const CORRECTED = 'Corrected by the committee';

/** Shown beside a nett result that counts a No Score. */
export const INCL_NS = 'Nett incl. NS (No Score)';

/** Shown for a card of a match round that has no marker any more. */
export const UNMARKED = 'No marker: cannot be verified';

/** Shown where a hole is missing in a format without No Score: else a two-ball's other card is never signed. */
export const PLAYED_OUT =
  'In stroke play every hole is played out. A player who has picked up withdraws: Scorecard on a hole, then Delete Round.';

/** Shown below a table with ties. */
export const TIES =
  'Ties go to countback by the card, wherever the round began: the better last 9 (holes 10 to 18), then last 6, last 3, then hole by hole from the 18th. T\u00a0=\u00a0still\u00a0tied.';

/** Shown below ties by nett: a nine's nett on the card, which goes by index, may say the opposite. */
export const NETT_TIES =
  'On countback nett takes off a share of the handicap: half for the last 9, a third for the last 6, a sixth for the last 3, 1/18 for a hole.';

/** Shown below a table or a list sorted by nett. */
export const NETT_RANKED = 'Nett is ranked against the par of each card, cards with a No Score last.';

/** "Ahead of Jo Tran on countback, last 6"; null without countback. @param next full name in the next place, if known */
export function countbackWords(countback: Countback, next = 'the next place'): string | null {
  return countback && `Ahead of ${next} on ${segmentWords(countback)}`;
}

/** "countback, last 6" */
export const segmentWords = ({ decidedBy }: NonNullable<Countback>): string =>
  `countback, ${decidedBy.replace(/\s*(\d+)$/, '\u00a0$1')}`;

/** "tied 2nd of 7": a place on a day; "tied 2nd" if not all cards are loaded. */
export function placeWords(
  { rank, rankLabel }: Pick<LeaderboardRow, 'rank' | 'rankLabel'>,
  { rounds, nextOffset }: Pick<Page, 'nextOffset'> & { rounds: readonly unknown[] },
): string {
  const among = nextOffset === null ? ` of ${rounds.length}` : '';
  return `${rankLabel.startsWith('T') ? 'tied ' : ''}${ordinal(rank)}${among}`;
}

/** "Week 3 of 6", "Finished", or "All 6 weeks played" while the last cards may still be signed. */
export function weekWords(competition: Pick<Competition, 'weeksPlayed' | 'duration' | 'isFinished'>): string {
  const { weeksPlayed, duration, isFinished } = competition;
  if (isFinished) return 'Finished';
  return weeksPlayed >= duration ? `All ${duration} weeks played` : `Week ${weeksPlayed + 1} of ${duration}`;
}
