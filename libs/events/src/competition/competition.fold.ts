import { writtenVersions, folding, type Changes, type Occurrence } from '../envelope/folding.js';
import { COMPETITION_UPCASTERS, competitionStream, type CompetitionEvents } from './competition.events.js';
import { isFinished } from './competition.queries.js';
import type { CompetitionState } from './competition.state.js';

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

const FOLD: Changes<CompetitionState, CompetitionEvents> = {
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

/** See `folding`. Stored events of versions before the current ones are upcast on reading. */
export const {
  apply: applyCompetitionEvent,
  fold: foldCompetition,
  isEvent: isCompetitionEvent,
  schemaVersions: COMPETITION_SCHEMA_VERSIONS,
} = folding('competition', { type: 'CompetitionCreated', make: created }, FOLD, COMPETITION_UPCASTERS);

/** What command handlers need to know about competitions. */
export const COMPETITION = {
  streamOf: competitionStream,
  fold: foldCompetition,
  isEvent: isCompetitionEvent,
  schemaVersions: writtenVersions(COMPETITION_SCHEMA_VERSIONS),
  noted: { type: 'CompetitionCommandNoted', data: {} },
} as const;
