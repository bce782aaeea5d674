import { decideCompetition, type CompetitionCommand } from '../competition/deciders/competition.decider.js';
import type { CompetitionEvent, CompetitionEvents, CompetitionEventType } from '../competition/competition.events.js';
import { finishing } from '../competition/competition.queries.js';
import type { CompetitionState } from '../competition/competition.state.js';
import { refused, type Decision } from '../match/deciders/match.command.js';
import type { Decisions, WithoutActor, Written } from './written.js';

type WrittenByCompetition = Written<CompetitionState, CompetitionEvent>;
/** `SYSTEM`: a timed job or operator. */
type Caused = WithoutActor<CompetitionCommand> | 'SYSTEM' | null;

/** By the type of a command's first event, the command that could have caused it. */
type Rebuild = { [T in CompetitionEventType]: (data: CompetitionEvents[T], written: WrittenByCompetition) => Caused };

/** What the command that could have caused a competition's events decides. */
export const competitionDecisions: Decisions<CompetitionState, CompetitionEvent> = (written) => {
  const { version, state, actorId, now } = written;
  const [first] = written.events;
  const command = first === undefined ? null : rebuilt(first.type, first.data, written);
  if (first === undefined || command === null) return [];
  if (command === 'SYSTEM') return [bySystem(first, written)];
  return [inVersion(version, decideCompetition(state, { ...command, actorId }, now))];
};

function rebuilt<T extends CompetitionEventType>(type: T, data: CompetitionEvents[T], written: WrittenByCompetition) {
  return REBUILD[type](data, written);
}

const REBUILD: Rebuild = {
  CompetitionCreated: ({ name, competitionType, course, duration, days, allowance }, { id: competitionId, events }) => {
    const players = added(events);
    const about = { competitionId, name, competitionType, course, duration, days, allowance };
    return { type: 'CreateCompetition', ...about, players, accounts: new Set(players) };
  },
  CompetitionPlayersAdded: (_, written) => setPlayers(written),
  CompetitionPlayerRemoved: ({ reason }, written) => (reason === 'HOST' ? setPlayers(written) : leaveForGood(written)),
  CompetitionOpened: () => ({ type: 'OpenCompetition' }),
  CompetitionPlayerLeft: () => ({ type: 'LeaveCompetition' }),
  CompetitionHostChanged: (_, written) => leaveForGood(written),
  CompetitionDeleted: ({ reason }, written) => {
    if (reason === 'OPERATOR') return 'SYSTEM';
    return reason === 'HOST' ? { type: 'DeleteCompetition' } : leaveForGood(written);
  },
  CompetitionFinished: () => 'SYSTEM',
  CompetitionCommandNoted: () => null,
};

const added = (events: readonly CompetitionEvent[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'CompetitionPlayersAdded' ? data.userIds : []));

function setPlayers({ state, events }: WrittenByCompetition): Caused {
  const removed = new Set(
    events.flatMap(({ type, data }) => (type === 'CompetitionPlayerRemoved' ? [data.userId] : [])),
  );
  const stay = [...(state?.players.keys() ?? [])].filter((userId) => !removed.has(userId));
  const accounts = added(events);
  return { type: 'SetPlayers', players: [...stay, ...accounts], accounts: new Set(accounts) };
}

/** The events show only of the next host that the account still existed. */
function leaveForGood({ events }: WrittenByCompetition): Caused {
  const heirs = events.flatMap(({ type, data }) => (type === 'CompetitionHostChanged' ? [data.hostId] : []));
  return { type: 'LeaveForGood', accounts: new Set(heirs) };
}

function bySystem(event: CompetitionEvent, { state, actorId, now }: WrittenByCompetition): Decision<CompetitionEvent> {
  if (state === null || state.status === 'DELETED') return refused('COMPETITION_NOT_FOUND');
  if (actorId !== 'system') return refused('FORBIDDEN');
  return { ok: true, events: event.type === 'CompetitionDeleted' ? [event] : finishing(state, now) };
}

/** In version 1, players were not asked for consent. */
function inVersion(version: number, decision: Decision<CompetitionEvent>): Decision<CompetitionEvent> {
  if (!decision.ok || version !== 1) return decision;
  const events = decision.events.map((event): CompetitionEvent => {
    if (event.type !== 'CompetitionCreated') return event;
    return { type: event.type, data: { ...event.data, consent: 'ASSUMED' } };
  });
  return { ok: true, events };
}
