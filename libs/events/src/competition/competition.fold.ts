import type { Occurrence } from '../match/match.fold.js';
import type { RecordedEvent } from '../envelope/envelope.js';
import { versionsOf } from '../envelope/upcaster.js';
import {
  COMPETITION_UPCASTERS,
  competitionStream,
  type CompetitionEvent,
  type CompetitionEvents,
  type CompetitionEventType,
} from './competition.events.js';
import { isFinished } from './competition.queries.js';
import type { CompetitionState } from './competition.state.js';

type Fold = {
  [T in CompetitionEventType]: (state: CompetitionState, data: CompetitionEvents[T], at: Occurrence) => void;
};

/** Applies one event by mutating `state`, which the caller owns. `CompetitionCreated` returns a new state. */
export function applyCompetitionEvent(
  state: CompetitionState | null,
  event: CompetitionEvent,
  at: Occurrence,
): CompetitionState {
  if (event.type === 'CompetitionCreated') return created(event.data, at);
  if (state === null) throw new Error(`${event.type} before CompetitionCreated`);
  applyTo(state, event.type, event.data, at);
  return state;
}

function applyTo<T extends CompetitionEventType>(
  state: CompetitionState,
  type: T,
  data: CompetitionEvents[T],
  at: Occurrence,
): void {
  FOLD[type](state, data, at);
}

/** Folds upcast events, either a whole stream or those that follow `from`. Null for a stream without events. */
export function foldCompetition(
  events: readonly RecordedEvent[],
  from: CompetitionState | null = null,
): CompetitionState | null {
  let state = from;
  for (const event of events) {
    if (!isCompetitionEvent(event)) throw new Error(`${event.type} is not a competition event`);
    state = applyCompetitionEvent(state, event, { id: event.id, recordedAt: event.metadata.recordedAt });
  }
  return state;
}

/** Checks the type only: deciders made all the data in the log. */
export function isCompetitionEvent(event: RecordedEvent): event is RecordedEvent & CompetitionEvent {
  return Object.hasOwn(FOLD, event.type);
}

function created(data: CompetitionEvents['CompetitionCreated'], at: Occurrence): CompetitionState {
  return {
    ...data,
    status: 'OPEN',
    createdAt: at.recordedAt,
    players: new Map(),
    opened: new Set([data.hostId]),
    left: new Set(),
    additions: new Map(),
    verifiedBefore: null,
  };
}

const FOLD: Fold = {
  CompetitionCreated: () => undefined,
  CompetitionPlayersAdded: (state, { userIds }, { recordedAt }) => {
    for (const userId of userIds) {
      state.players.set(userId, recordedAt);
      state.left.delete(userId);
      state.additions.set(userId, (state.additions.get(userId) ?? 0) + 1);
    }
  },
  CompetitionPlayerRemoved: (state, { userId }) => {
    if (!state.players.delete(userId)) throw new Error(`${userId} is not in competition ${state.competitionId}`);
  },
  CompetitionOpened: (state, { userId }) => {
    state.opened.add(userId);
  },
  CompetitionPlayerLeft: (state, { userId }, { recordedAt }) => {
    if (!state.players.has(userId)) throw new Error(`${userId} is not in competition ${state.competitionId}`);
    state.left.add(userId);
    if (!isFinished(state, recordedAt)) state.players.delete(userId);
  },
  CompetitionHostChanged: (state, { hostId }) => {
    state.hostId = hostId;
  },
  CompetitionDeleted: (state) => {
    state.status = 'DELETED';
  },
  CompetitionFinished: (state, { verifiedBefore }) => {
    state.status = 'FINISHED';
    state.verifiedBefore = verifiedBefore;
  },
  CompetitionCommandNoted: () => undefined,
};

/** The current version of each event type's data; stored events of older versions are upcast on reading. */
export const COMPETITION_SCHEMA_VERSIONS = versionsOf(FOLD, COMPETITION_UPCASTERS);

/** What command handlers need to know about competitions. */
export const COMPETITION = {
  streamOf: competitionStream,
  fold: foldCompetition,
  schemaVersions: COMPETITION_SCHEMA_VERSIONS,
  noted: { type: 'CompetitionCommandNoted', data: {} },
} as const;
