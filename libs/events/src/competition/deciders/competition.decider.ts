import { LIMITS, MESSAGES, WEEKDAYS } from '@fairmark/contract';
import { competitionDays } from '../competition.window.js';
import { courseDay } from '../../match/course-day.js';
import { isFinished, isPlayer, mayReadCompetition } from '../competition.queries.js';
import type { CompetitionEvent, CompetitionEvents } from '../competition.events.js';
import type { CompetitionState } from '../competition.state.js';
import { happened, invalid, refused, type Decision, type Refused } from '../../match/deciders/match.command.js';

/** The players whom the host chose. `accounts`: those of them who have an account. */
type ChosenPlayers = { actorId: string; players: readonly string[]; accounts: ReadonlySet<string> };

/** Commands on a competition. They carry ids, courses and accounts, because deciders are pure and look nothing up. */
export type CompetitionCommand =
  | ({ type: 'CreateCompetition' } & ChosenPlayers &
      Omit<CompetitionEvents['CompetitionCreated'], 'hostId' | 'firstDay' | 'lastDay' | 'consent'>)
  /** The new list of players, new ones in the order in which they were chosen; players not in it are removed. */
  | ({ type: 'SetPlayers' } & ChosenPlayers)
  | { type: 'DeleteCompetition'; actorId: string }
  /** A player views the competition, and thereby consents to showing all holes. */
  | { type: 'OpenCompetition'; actorId: string }
  | { type: 'LeaveCompetition'; actorId: string }
  /** The golfer's account is being deleted. `accounts`: the players who still have one. */
  | { type: 'LeaveForGood'; actorId: string; accounts: ReadonlySet<string> };

type CommandOf<T extends CompetitionCommand['type']> = Extract<CompetitionCommand, { type: T }>;

type CompetitionDecision = Decision<CompetitionEvent>;

/**
 * Decides a command (docs/product.md, Competitions). Golfers who are neither host nor player get COMPETITION_NOT_FOUND
 * before any other refusal, and so do all golfers once it is deleted. Players get NOT_HOST. From the deadline on, the
 * list of players cannot change (COMPETITION_FINISHED), even before the finish has been recorded.
 *
 * @param state the competition so far, null before its first event; read only
 * @param now ISO 8601; becomes the events' `recordedAt`
 */
export function decideCompetition(
  state: CompetitionState | null,
  command: CompetitionCommand,
  now: string,
): CompetitionDecision {
  if (command.type === 'CreateCompetition') return create(state, command, now);
  if (command.type === 'LeaveForGood') return state === null ? happened() : leaveForGood(state, command, now);
  if (state === null || !mayReadCompetition(state, command.actorId)) return refused('COMPETITION_NOT_FOUND');
  if (command.type === 'OpenCompetition') return open(state, command.actorId, now);
  if (command.type === 'LeaveCompetition') return leave(state, command.actorId);
  if (state.hostId !== command.actorId) return refused('NOT_HOST');
  if (command.type === 'DeleteCompetition') {
    return happened({ type: 'CompetitionDeleted', data: { reason: 'HOST' } });
  }
  return isFinished(state, now) ? refused('COMPETITION_FINISHED') : setPlayers(state, command);
}

/** The id derives from the command, so an existing competition was created by the same command. */
function create(
  state: CompetitionState | null,
  command: CommandOf<'CreateCompetition'>,
  now: string,
): CompetitionDecision {
  if (state !== null) return state.hostId === command.actorId ? happened() : refused('CONFLICT');
  const { competitionId, actorId, name, competitionType, course, duration, allowance, players } = command;
  if (competitionType !== 'ECLECTIC') return invalid({ competitionType: MESSAGES.competitionOnlyEclectic });
  const wrong = wrongPlayers(null, command);
  if (wrong !== null) return wrong;
  const days = WEEKDAYS.filter((day) => command.days.includes(day));
  const window = competitionDays(courseDay(course, now), duration);
  const about = { competitionId, hostId: actorId, name, competitionType, course, duration, days, allowance };
  return happened(
    { type: 'CompetitionCreated', data: { ...about, ...window, consent: 'ASKED' } },
    { type: 'CompetitionPlayersAdded', data: { userIds: [...players] } },
  );
}

/** Checks the players; `state` is null on creation. Existing players may stay even if their account is deleted. */
function wrongPlayers(state: CompetitionState | null, { players, accounts, actorId }: ChosenPlayers): Refused | null {
  if (players.length === 0) return invalid({ players: MESSAGES.required });
  if (new Set(players).size < players.length) return invalid({ players: MESSAGES.competitionPlayerOnce });
  if (players.length > LIMITS.competitionPlayersMax) return invalid({ players: MESSAGES.competitionPlayersMany });
  const added = players.filter((id) => state?.players.has(id) !== true);
  // Players who left can come back only by their own choice, and only a host can add themselves.
  if (added.some((id) => id !== actorId && state?.left.has(id))) {
    return invalid({ players: MESSAGES.competitionPlayerLeft });
  }
  const often = LIMITS.additionsPerCompetitionAndPersonMax;
  if (added.some((id) => (state?.additions.get(id) ?? 0) >= often)) {
    return invalid({ players: MESSAGES.competitionPlayerAgain });
  }
  return added.some((id) => !accounts.has(id)) ? invalid({ players: MESSAGES.competitionPlayerGone }) : null;
}

/** Removals come before additions, so that no golfer is ever in it twice. */
function setPlayers(state: CompetitionState, command: CommandOf<'SetPlayers'>): CompetitionDecision {
  const { players } = command;
  const wrong = wrongPlayers(state, command);
  if (wrong !== null) return wrong;
  const events = [...state.players.keys()]
    .filter((userId) => !players.includes(userId))
    .map((userId): CompetitionEvent => ({ type: 'CompetitionPlayerRemoved', data: { userId, reason: 'HOST' } }));
  const userIds = players.filter((userId) => !state.players.has(userId));
  if (userIds.length > 0) events.push({ type: 'CompetitionPlayersAdded', data: { userIds } });
  return happened(...events);
}

/** Recorded once per player, and not after the deadline, when the table is final. */
function open(state: CompetitionState, userId: string, now: string): CompetitionDecision {
  const asks = state.consent === 'ASKED' && isPlayer(state, userId) && !state.opened.has(userId);
  return asks && !isFinished(state, now) ? happened({ type: 'CompetitionOpened', data: { userId } }) : happened();
}

/** Allowed at any time. A host who leaves as a player remains the host. */
function leave(state: CompetitionState, userId: string): CompetitionDecision {
  if (!isPlayer(state, userId)) return refused('FORBIDDEN');
  return happened({ type: 'CompetitionPlayerLeft', data: { userId } });
}

/**
 * A golfer whose account is deleted leaves the competition, but stays in a final table as "Deleted player". The next
 * host is the earliest-added player who still has an account; if there is none, the competition is deleted.
 */
function leaveForGood(state: CompetitionState, command: CommandOf<'LeaveForGood'>, now: string): CompetitionDecision {
  const { players, hostId, status } = state;
  const { actorId, accounts } = command;
  if (status === 'DELETED') return happened();
  const events: CompetitionEvent[] = [];
  if (isPlayer(state, actorId) && !isFinished(state, now)) {
    events.push({ type: 'CompetitionPlayerRemoved', data: { userId: actorId, reason: 'ACCOUNT_DELETED' } });
  }
  if (hostId === actorId) {
    const mayHost = (userId: string) => userId !== actorId && accounts.has(userId) && isPlayer(state, userId);
    const heir = [...players.keys()].find(mayHost);
    if (heir === undefined) events.push({ type: 'CompetitionDeleted', data: { reason: 'ACCOUNT_DELETED' } });
    else events.push({ type: 'CompetitionHostChanged', data: { hostId: heir } });
  }
  return happened(...events);
}
