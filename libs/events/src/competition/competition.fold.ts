import { change, folding, impossible, writtenVersions, type Changes, type Occurrence } from '../envelope/folding.js';
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

const notIn = ({ competitionId }: CompetitionState, userId: string): never =>
  impossible(`${userId} is not in competition ${competitionId}`);

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
    if (!state.players.delete(userId)) notIn(state, userId);
  },
  CompetitionOpened: (state, { userId }) => state.opened.add(userId),
  CompetitionPlayerLeft: (state, { userId }, { recordedAt }) => {
    if (!state.players.has(userId)) notIn(state, userId);
    state.left.add(userId);
    if (!isFinished(state, recordedAt)) state.players.delete(userId);
  },
  CompetitionHostChanged: (state, { hostId }) => change(state, { hostId }),
  CompetitionDeleted: (state) => change(state, { status: 'DELETED' }),
  CompetitionFinished: (state, { verifiedBefore }) => change(state, { status: 'FINISHED', verifiedBefore }),
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
