import { refused, type MatchCommand } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import type { LobbyEndReason, MatchEvent, MatchEvents, MatchEventType } from '../match/match.events.js';
import { sideOf } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import type { WasCommittee } from './committees.js';
import type { Decisions, Written } from './written.js';

type WrittenByMatch = Written<MatchState, MatchEvent>;

/** By the type of the event that identifies a command, the commands that could have caused it. */
type Rebuild = { [T in MatchEventType]: (data: MatchEvents[T], written: WrittenByMatch) => MatchCommand[] };

/** What the commands that could have caused a match's events decide. The stream does not record committee members. */
export const matchDecisions =
  (wasCommittee: WasCommittee): Decisions<MatchState, MatchEvent> =>
  (written) => {
    const { state, actorId, now, events } = written;
    // A start is identified by its last event, because other commands begin with the same events.
    const key = events.find(({ type }) => type === 'MatchStarted') ?? events[0];
    const commands = key === undefined ? [] : rebuilt(key.type, key.data, written);
    return commands.map((command) => {
      const corrects = command.type === 'CorrectCard' && state !== null;
      if (corrects && !wasCommittee(actorId, state.course.courseId, now)) return refused('NOT_COMMITTEE');
      return decideMatch(state, command, now);
    });
  };

function rebuilt<T extends MatchEventType>(type: T, data: MatchEvents[T], written: WrittenByMatch): MatchCommand[] {
  return REBUILD[type](data, written);
}

const REBUILD: Rebuild = {
  MatchCreated: ({ hostGender: gender, playType, matchType, tee, course, maxGroupSize }, { actorId, id: matchId }) => [
    { type: 'CreateMatch', matchId, actorId, gender, playType, matchType, tee, course, maxGroupSize },
  ],
  PlayerInvited: (invite, { actorId }) => [{ type: 'InvitePlayer', actorId, ...invite }],
  InviteAccepted: ({ inviteId, gender }, { actorId }) => [
    { type: 'AnswerInvite', actorId, inviteId, status: 'ACCEPTED', gender },
  ],
  // Declining ignores the gender, so any will do.
  InviteDenied: ({ inviteId }, { actorId }) => [
    { type: 'AnswerInvite', actorId, inviteId, status: 'DENIED', gender: 'FEMALE' },
  ],
  InviteRemoved: ({ userId }, { actorId }) => [{ type: 'RemovePlayer', actorId, userId }],
  HandicapSet: ({ settings: { gender, handicap } }, { actorId, events }) => [
    { type: 'SetSettings', actorId, gender, handicap, ready: events.some(({ type }) => type === 'PlayerReadied') },
  ],
  PlayerReadied: (_, written) => sameSettings(written, true),
  PlayerUnreadied: (_, written) => sameSettings(written, false),
  PlayerRemoved: ({ userId }, { actorId }) => [{ type: 'RemovePlayer', actorId, userId }],
  PlayerLeftLobby: ({ reason }, { actorId }) => [{ type: 'LeaveLobby', actorId, reason }],
  MarkersAssigned: ({ markers }, { actorId, state }) =>
    Object.entries(markers).flatMap(([userId, markerId]): MatchCommand[] => {
      const kept = state?.cards.get(userId) ?? state?.members.get(userId);
      if (markerId === null || kept?.markerId === markerId) return [];
      return [{ type: 'AssignMarker', actorId, userId, markerId }];
    }),
  LobbyEnded: ({ reason }, { actorId }) => [LEFT_AS[reason](actorId)],
  MatchStarted: (start, { actorId, events }) => {
    const set = events.flatMap(({ type, data }) => (type === 'HandicapSet' ? [data] : []));
    const own = set.find(({ userId }) => userId === actorId)?.settings;
    const officialHandicaps = Object.fromEntries(set.map(({ userId, settings }) => [userId, settings.handicap]));
    const { gender, handicap } = own ?? { gender: 'FEMALE', handicap: null };
    // What the host enters is recorded under the command's names.
    return [{ ...start, type: 'StartMatch', actorId, gender, handicap, officialHandicaps }];
  },
  HoleScored: ({ userId, holeNumber, strokes, noScore }, { actorId }) => [
    { type: 'ScoreHole', actorId, userId, holeNumber, strokes, noScore },
  ],
  HoleScoreCleared: ({ userId, holeNumber }, { actorId }) => [
    { type: 'ScoreHole', actorId, userId, holeNumber, strokes: null, noScore: false },
  ],
  CardSigned: ({ asShown }, { actorId, state }) => {
    const cards = [...(state?.cards.values() ?? [])];
    const entries = cards.flatMap(({ marker }) => marker.flatMap((entry) => (entry === null ? [] : [entry.entryId])));
    const seen = asShown ? { seen: entries } : {};
    const partners = cards.flatMap((card) => {
      const side = sideOf(card, actorId);
      const partner = side === 'PLAYER' ? card.markerId : card.userId;
      return side === null || partner === null ? [] : [partner];
    });
    const all: MatchCommand = { type: 'SignCards', actorId, ...seen };
    return [all, ...[...new Set(partners)].map((userId) => ({ ...all, userId }))];
  },
  // Always follows a signature in the same command.
  CardVerified: () => [],
  CardReopened: ({ userId }, { actorId }) => [{ type: 'ReopenCard', actorId, userId }],
  CardCorrected: ({ userId, reason, noteHash, holes }, { actorId }) => [
    { type: 'CorrectCard', actorId, userId, reason, noteHash, holes },
  ],
  PlayerWithdrew: ({ reason }, { actorId }) => [{ type: 'LeaveRound', actorId, reason }],
  AccountClosed: (_, { actorId }) => [{ type: 'LeaveRound', actorId, reason: 'ACCOUNT_DELETED' }],
  // These two always follow a leave event in the same command.
  HostChanged: () => [],
  MatchEnded: () => [],
  CommandNoted: () => [],
};

const LEFT_AS: Readonly<Record<LobbyEndReason, (actorId: string) => MatchCommand>> = {
  HOST_ENDED: (actorId) => ({ type: 'LeaveRound', actorId, reason: 'LEFT' }),
  HOST_LEFT: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'LEFT' }),
  HOST_JOINED_ANOTHER: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'JOINED_ANOTHER' }),
  ACCOUNT_DELETED: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'ACCOUNT_DELETED' }),
  // Any reason will do: every leave of an expired lobby records this.
  EXPIRED: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'LEFT' }),
};

function sameSettings({ actorId, state }: WrittenByMatch, ready: boolean): MatchCommand[] {
  const settings = state?.members.get(actorId)?.settings;
  if (settings === undefined || settings === null) return [];
  return [{ type: 'SetSettings', actorId, gender: settings.gender, handicap: settings.handicap, ready }];
}
