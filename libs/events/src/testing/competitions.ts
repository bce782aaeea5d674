import type { CompetitionCommand } from '../competition/deciders/competition.decider.js';
import type { CompetitionEvent, CompetitionEvents } from '../competition/competition.events.js';
import { foldCompetition } from '../competition/competition.fold.js';
import type { CompetitionState } from '../competition/competition.state.js';
import { COMPETITION_EXAMPLES } from './event-examples.js';
import { recorded } from './recorded.js';

/** Four weeks in Sydney; on the last day the clocks go forward. */
export const FOUR_WEEKS = { duration: 4, firstDay: '2026-09-07', lastDay: '2026-10-04' } as const;

/** A competition of `FOUR_WEEKS` and its players, created on the first day, after more events. */
export function competitionWith(
  players: string[],
  data: Partial<CompetitionEvents['CompetitionCreated']> = {},
  ...more: CompetitionEvent[]
): CompetitionState {
  const created = { ...COMPETITION_EXAMPLES.CompetitionCreated, ...FOUR_WEEKS, ...data };
  const events: CompetitionEvent[] = [
    { type: 'CompetitionCreated', data: created },
    { type: 'CompetitionPlayersAdded', data: { userIds: players } },
    ...more,
  ];
  const recordedAt = `${created.firstDay}T00:00:00.000Z`;
  const state = foldCompetition(recorded(events.map((event) => ({ ...event, recordedAt }))));
  if (state === null) throw new Error('no events');
  return state;
}

/** Short builders for what golfers command. The host of a competition does not play in it at first. */
export const ACCOUNTS: ReadonlySet<string> = new Set(['host', 'ann', 'bob', 'cat']);

const { competitionId, name, competitionType, course, allowance } = COMPETITION_EXAMPLES.CompetitionCreated;
const ABOUT = { competitionId, name, competitionType, course, allowance, duration: 4 };
export const CREATE: Extract<CompetitionCommand, { type: 'CreateCompetition' }> = {
  type: 'CreateCompetition',
  ...ABOUT,
  actorId: 'host',
  days: ['Sunday', 'Wednesday'],
  players: ['ann', 'bob'],
  accounts: ACCOUNTS,
};
export const sets = (players: string[], actorId = 'host'): CompetitionCommand => {
  return { type: 'SetPlayers', actorId, players, accounts: ACCOUNTS };
};
export const deletes = (actorId: string): CompetitionCommand => ({ type: 'DeleteCompetition', actorId });
export const opens = (actorId: string): CompetitionCommand => ({ type: 'OpenCompetition', actorId });
export const leavesAsPlayer = (actorId: string): CompetitionCommand => ({ type: 'LeaveCompetition', actorId });
export const leaves = (actorId: string, accounts: Iterable<string> = ACCOUNTS): CompetitionCommand => {
  return { type: 'LeaveForGood', actorId, accounts: new Set(accounts) };
};
