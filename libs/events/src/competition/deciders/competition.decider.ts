import { LIMITS, MESSAGES, WEEKDAYS, type Weekday } from '@fairmark/contract';
import { competitionDays } from '../competition.window.js';
import { courseDay } from '../../match/course-day.js';
import { isFinished, isPlayer, mayReadCompetition } from '../competition.queries.js';
import type { CompetitionEvent, CompetitionEvents } from '../competition.events.js';
import type { CompetitionState } from '../competition.state.js';
import { invalid, refused, type Refused } from '../../match/deciders/match.command.js';

/** What golfers ask of a competition. Ids, courses and accounts are looked up outside: deciders neither draw nor look up. */
export type CompetitionCommand =
  | (Pick<CompetitionEvents['CompetitionCreated'], 'competitionId' | 'name' | 'competitionType' | 'course'> & {
      type: 'CreateCompetition';
      actorId: string;
      /** Weeks. */
      duration: number;
      days: readonly Weekday[];
      /** Percent. */
      allowance: number;
      players: readonly string[];
      /** Those of the players who have an account. */
      accounts: ReadonlySet<string>;
    })
  /** The players from now on, in the order in which new ones were chosen; who is missing is removed. */
  | { type: 'SetPlayers'; actorId: string; players: readonly string[]; accounts: ReadonlySet<string> }
  | { type: 'DeleteCompetition'; actorId: string }
  /** A player looks at it, and so consents to be shown with all holes. */
  | { type: 'OpenCompetition'; actorId: string }
  | { type: 'LeaveCompetition'; actorId: string }
  /** The golfer's account is being deleted. `accounts`: those of the players who keep theirs. */
  | { type: 'LeaveForGood'; actorId: string; accounts: ReadonlySet<string> };

type CompetitionCommandOf<T extends CompetitionCommand['type']> = Extract<CompetitionCommand, { type: T }>;

/** A decider's answer: what happened (nothing, where all is so already), or why not. */
export type CompetitionDecision = { ok: true; events: CompetitionEvent[] } | Refused;

const happened = (...events: CompetitionEvent[]): CompetitionDecision => ({ ok: true, events });

/**
 * What follows from a command (docs/product.md, Competitions). A golfer who is neither host nor player gets
 * COMPETITION_NOT_FOUND before anything else, and so does everybody once it is deleted; players get NOT_HOST; after the
 * deadline players cannot change (COMPETITION_FINISHED), whether or not the finish has been recorded.
 *
 * @param state the competition so far, null before its first event; read only
 * @param now ISO 8601, the time that the events will carry
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

/** The id comes from the command, so a competition that is there already is this one. */
function create(
  state: CompetitionState | null,
  command: CompetitionCommandOf<'CreateCompetition'>,
  now: string,
): CompetitionDecision {
  if (state !== null) return state.hostId === command.actorId ? happened() : refused('CONFLICT');
  const { competitionId, actorId, name, competitionType, course, duration, allowance, players } = command;
  if (competitionType !== 'ECLECTIC') return invalid({ competitionType: MESSAGES.competitionOnlyEclectic });
  const wrong = wrongPlayers(players, null, command);
  if (wrong !== null) return wrong;
  const days = WEEKDAYS.filter((day) => command.days.includes(day));
  const window = competitionDays(courseDay(course, now), duration);
  const about = { competitionId, hostId: actorId, name, competitionType, course, duration, days, allowance };
  return happened(
    { type: 'CompetitionCreated', data: { ...about, ...window, consent: 'ASKED' } },
    { type: 'CompetitionPlayersAdded', data: { userIds: [...players] } },
  );
}

/** `state`: null for a competition that is being created. Players who are there stay whatever became of their accounts. */
function wrongPlayers(
  players: readonly string[],
  state: CompetitionState | null,
  { accounts, actorId }: Pick<CompetitionCommandOf<'SetPlayers'>, 'accounts' | 'actorId'>,
): Refused | null {
  if (players.length === 0) return invalid({ players: MESSAGES.required });
  if (new Set(players).size < players.length) return invalid({ players: MESSAGES.competitionPlayerOnce });
  if (players.length > LIMITS.competitionPlayersMax) return invalid({ players: MESSAGES.competitionPlayersMany });
  const added = players.filter((id) => state?.players.has(id) !== true);
  // Who left by choice comes back by choice alone: only hosts add themselves.
  if (added.some((id) => id !== actorId && state?.left.has(id))) {
    return invalid({ players: MESSAGES.competitionPlayerLeft });
  }
  const often = LIMITS.additionsPerCompetitionAndPersonMax;
  if (added.some((id) => (state?.additions.get(id) ?? 0) >= often)) {
    return invalid({ players: MESSAGES.competitionPlayerAgain });
  }
  return added.some((id) => !accounts.has(id)) ? invalid({ players: MESSAGES.competitionPlayerGone }) : null;
}

/** Removed first, so that no golfer is ever in it twice. */
function setPlayers(state: CompetitionState, command: CompetitionCommandOf<'SetPlayers'>): CompetitionDecision {
  const { players: there } = state;
  const { players } = command;
  const wrong = wrongPlayers(players, state, command);
  if (wrong !== null) return wrong;
  const events = [...there.keys()]
    .filter((userId) => !players.includes(userId))
    .map((userId): CompetitionEvent => ({ type: 'CompetitionPlayerRemoved', data: { userId, reason: 'HOST' } }));
  const userIds = players.filter((userId) => !there.has(userId));
  if (userIds.length > 0) events.push({ type: 'CompetitionPlayersAdded', data: { userIds } });
  return happened(...events);
}

/** Once, and not after the deadline: then the table stays as it is. */
function open(state: CompetitionState, userId: string, now: string): CompetitionDecision {
  const asks = state.consent === 'ASKED' && isPlayer(state, userId) && !state.opened.has(userId);
  return asks && !isFinished(state, now) ? happened({ type: 'CompetitionOpened', data: { userId } }) : happened();
}

/** At any time. A host who leaves as a player stays host. */
function leave(state: CompetitionState, userId: string): CompetitionDecision {
  if (!isPlayer(state, userId)) return refused('FORBIDDEN');
  return happened({ type: 'CompetitionPlayerLeft', data: { userId } });
}

/**
 * A deleted account plays no more, but stays in a table that is frozen, as "Deleted player". Its competitions go to the player
 * who was added earliest and still has an account; without one they are deleted.
 */
function leaveForGood(
  state: CompetitionState,
  { actorId, accounts }: CompetitionCommandOf<'LeaveForGood'>,
  now: string,
): CompetitionDecision {
  const { players, hostId, status } = state;
  if (status === 'DELETED') return happened();
  const events: CompetitionEvent[] = [];
  if (isPlayer(state, actorId) && !isFinished(state, now)) {
    events.push({ type: 'CompetitionPlayerRemoved', data: { userId: actorId, reason: 'ACCOUNT_DELETED' } });
  }
  if (hostId === actorId) {
    const heir = [...players.keys()].find(
      (userId) => userId !== actorId && accounts.has(userId) && isPlayer(state, userId),
    );
    events.push(
      heir === undefined
        ? { type: 'CompetitionDeleted', data: { reason: 'ACCOUNT_DELETED' } }
        : { type: 'CompetitionHostChanged', data: { hostId: heir } },
    );
  }
  return happened(...events);
}
