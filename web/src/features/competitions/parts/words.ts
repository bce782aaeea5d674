import {
  WEEKDAYS,
  type Competition,
  type CompetitionType,
  type ListedCompetition,
  type Weekday,
} from '@fairmark/contract';
import { dayOfYear, plusDays, shortDay } from '../../../text/dates.js';
import { counted, listed, shortNames } from '../../../text/words.js';

/** Names of the competition types. Only eclectic is available yet. */
export const TYPE_WORDS: Readonly<Record<CompetitionType, string>> = {
  ECLECTIC: 'Eclectic Ringers',
  RACE_TO_THE_TOP: 'Race to the Top',
  TRAVELLING: 'Travelling',
};

/** "Ann Lee leads with 71", "Won by Ann Lee and Bo Ray with 71"; empty while no card is complete. */
export function leaderWords({ isFinished, standing }: Pick<ListedCompetition, 'isFinished' | 'standing'>): string {
  if (standing === undefined || standing.leaders.length === 0) return '';
  const names = listed(standing.leaders.map(({ fullName }) => fullName));
  const lead = standing.leaders.length === 1 ? 'leads' : 'lead';
  return isFinished ? `Won by ${names} with ${standing.best}` : `${names} ${lead} with ${standing.best}`;
}

/** "Ann, Bo and 2 others". */
export function playersWords({ players, playerCount }: Pick<Competition, 'players' | 'playerCount'>): string {
  const others = playerCount - players.length;
  const names = shortNames(players.map(({ fullName }) => fullName));
  if (names.length === 0) return 'No players yet';
  return others > 0 ? `${names.join(', ')} and ${counted(others, 'other')}` : listed(names);
}

/** "Every day", "Mon, Wed, Sat", "Saturday"; in weekday order. */
export function daysWords(days: readonly Weekday[]): string {
  const ordered = WEEKDAYS.filter((day) => days.includes(day));
  if (ordered.length === WEEKDAYS.length) return 'Every day';
  return ordered.length === 1 ? (ordered[0] ?? '') : ordered.map((day) => day.slice(0, 3)).join(', ');
}

/** "5 Oct to 1 Nov 2026". */
export const datesWords = ({ startDate, endDate }: Pick<Competition, 'startDate' | 'endDate'>): string =>
  `${dayOfYear(startDate)} to ${shortDay(endDate)}`;

/** The last day on which cards may be signed to count. */
export const lastSigningDay = ({ endDate }: Pick<Competition, 'endDate'>): string => plusDays(endDate, 1);

/** "Full daily handicap", "75% of the daily handicap", "No handicap". */
export function allowanceWords(allowance: number): string {
  if (allowance === 0) return 'No handicap';
  return allowance === 100 ? 'Full daily handicap' : `${allowance}% of the daily handicap`;
}
