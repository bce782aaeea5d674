import type { RecordedEvent } from '../envelope/envelope.js';
import type { CompetitionCommand, CompetitionDecision } from '../competition/deciders/competition.decider.js';
import { decideCompetition } from '../competition/deciders/competition.decider.js';
import { COMPETITION } from '../competition/competition.fold.js';
import type { CompetitionEvent, CompetitionEvents, CompetitionEventType } from '../competition/competition.events.js';
import { foldCompetition, isCompetitionEvent } from '../competition/competition.fold.js';
import { finishing } from '../competition/competition.queries.js';
import type { CompetitionState } from '../competition/competition.state.js';
import { refused } from '../match/deciders/match.command.js';
import type { Replayed, WrittenByCommand } from './replay.js';

/** The events that a command appended, and the state it was decided on. */
interface Written {
  competitionId: string;
  actorId: string;
  state: CompetitionState | null;
  events: readonly CompetitionEvent[];
}

/** By the type of a command's first event, the command that could have caused it. `SYSTEM`: timed job or operator. */
type Rebuild = {
  [T in CompetitionEventType]: (data: CompetitionEvents[T], written: Written) => CompetitionCommand | 'SYSTEM' | null;
};

/** How a competition's stream is replayed. */
export const COMPETITION_REPLAY: Replayed<CompetitionState> = {
  fold: foldCompetition,
  noted: COMPETITION.noted.type,
  decisions: (state, written) => {
    const { id: competitionId, actorId, now, stored } = written;
    const events = written.events.filter(isCompetitionEvent);
    const [first] = events;
    if (first === undefined) return [];
    const command = rebuilt(first.type, first.data, { competitionId, actorId, state, events });
    if (command === null) return [];
    if (command === 'SYSTEM') return [bySystem(state, first, written)];
    return [inStoredVersion(decideCompetition(state, command, now), stored)];
  },
};

function rebuilt<T extends CompetitionEventType>(type: T, data: CompetitionEvents[T], written: Written) {
  return REBUILD[type](data, written);
}

const REBUILD: Rebuild = {
  CompetitionCreated: (
    { name, competitionType, course, duration, days, allowance },
    { actorId, competitionId, events },
  ) => {
    const players = added(events);
    const about = { competitionId, name, competitionType, course, duration, days, allowance };
    return { type: 'CreateCompetition', actorId, ...about, players, accounts: new Set(players) };
  },
  CompetitionPlayersAdded: (_, written) => setPlayers(written),
  CompetitionPlayerRemoved: ({ reason }, written) => (reason === 'HOST' ? setPlayers(written) : leaveForGood(written)),
  CompetitionOpened: (_, { actorId }) => ({ type: 'OpenCompetition', actorId }),
  CompetitionPlayerLeft: (_, { actorId }) => ({ type: 'LeaveCompetition', actorId }),
  CompetitionHostChanged: (_, written) => leaveForGood(written),
  CompetitionDeleted: ({ reason }, written) => {
    if (reason === 'OPERATOR') return 'SYSTEM';
    return reason === 'HOST' ? { type: 'DeleteCompetition', actorId: written.actorId } : leaveForGood(written);
  },
  CompetitionFinished: () => 'SYSTEM',
  CompetitionCommandNoted: () => null,
};

const added = (events: readonly CompetitionEvent[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'CompetitionPlayersAdded' ? data.userIds : []));

function setPlayers({ actorId, state, events }: Written): CompetitionCommand {
  const removed = new Set(
    events.flatMap(({ type, data }) => (type === 'CompetitionPlayerRemoved' ? [data.userId] : [])),
  );
  const stay = [...(state?.players.keys() ?? [])].filter((userId) => !removed.has(userId));
  const accounts = added(events);
  return { type: 'SetPlayers', actorId, players: [...stay, ...accounts], accounts: new Set(accounts) };
}

/** The events tell only of the next host that the account still existed. */
function leaveForGood({ actorId, events }: Written): CompetitionCommand {
  const heirs = events.flatMap(({ type, data }) => (type === 'CompetitionHostChanged' ? [data.hostId] : []));
  return { type: 'LeaveForGood', actorId, accounts: new Set(heirs) };
}

function bySystem(
  state: CompetitionState | null,
  event: CompetitionEvent,
  { actorId, now }: WrittenByCommand,
): CompetitionDecision {
  if (state === null || state.status === 'DELETED') return refused('COMPETITION_NOT_FOUND');
  if (actorId !== 'system') return refused('FORBIDDEN');
  return { ok: true, events: event.type === 'CompetitionDeleted' ? [event] : finishing(state, now) };
}

/** In version 1, players were not asked for consent. */
function inStoredVersion(decision: CompetitionDecision, [first]: readonly RecordedEvent[]): CompetitionDecision {
  if (!decision.ok || first?.metadata.schemaVersion !== 1) return decision;
  const events = decision.events.map((event): CompetitionEvent => {
    if (event.type !== 'CompetitionCreated') return event;
    return { type: event.type, data: { ...event.data, consent: 'ASSUMED' } };
  });
  return { ok: true, events };
}
