import { refused, type MatchCommand } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import type { LobbyEndReason, MatchEvent, MatchEvents, MatchEventType } from '../match/match.events.js';
import { sideOf } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import type { WasCommittee } from './committees.js';
import type { Decisions, WithoutActor, Written } from './written.js';

type WrittenByMatch = Written<MatchState, MatchEvent>;
type Caused = WithoutActor<MatchCommand>;

/** By the type of the event that identifies a command, the command or commands that could have caused it. */
type Rebuild = { [T in MatchEventType]: (data: MatchEvents[T], written: WrittenByMatch) => Caused | Caused[] };

/** What the commands that could have caused a match's events decide. The stream does not record committee members. */
export const matchDecisions =
  (wasCommittee: WasCommittee): Decisions<MatchState, MatchEvent> =>
  (written) => {
    const { state, actorId, now, events } = written;
    // A start is identified by its last event, because other commands begin with the same events.
    const key = events.find(({ type }) => type === 'MatchStarted') ?? events[0];
    const commands = key === undefined ? [] : [rebuilt(key.type, key.data, written)].flat();
    return commands.map((command) => {
      const corrects = command.type === 'CorrectCard' && state !== null;
      if (corrects && !wasCommittee(actorId, state.course.courseId, now)) return refused('NOT_COMMITTEE');
      return decideMatch(state, { ...command, actorId }, now);
    });
  };

function rebuilt<T extends MatchEventType>(type: T, data: MatchEvents[T], written: WrittenByMatch) {
  return REBUILD[type](data, written);
}

const REBUILD: Rebuild = {
  MatchCreated: ({ hostGender: gender, playType, matchType, tee, course, maxGroupSize }, { id: matchId }) => {
    return { type: 'CreateMatch', matchId, gender, playType, matchType, tee, course, maxGroupSize };
  },
  PlayerInvited: (invite) => ({ ...invite, type: 'InvitePlayer' }),
  InviteAccepted: ({ inviteId, gender }) => ({ type: 'AnswerInvite', inviteId, status: 'ACCEPTED', gender }),
  // Declining ignores the gender, so any will do.
  InviteDenied: ({ inviteId }) => ({ type: 'AnswerInvite', inviteId, status: 'DENIED', gender: 'FEMALE' }),
  InviteRemoved: ({ userId }) => ({ type: 'RemovePlayer', userId }),
  HandicapSet: ({ settings: { gender, handicap } }, { events }) => {
    const ready = events.some(({ type }) => type === 'PlayerReadied');
    return { type: 'SetSettings', gender, handicap, ready };
  },
  PlayerReadied: (_, written) => sameSettings(written, true),
  PlayerUnreadied: (_, written) => sameSettings(written, false),
  PlayerRemoved: ({ userId }) => ({ type: 'RemovePlayer', userId }),
  PlayerLeftLobby: ({ reason }) => ({ type: 'LeaveLobby', reason }),
  MarkersAssigned: ({ markers }, { state }) =>
    Object.entries(markers).flatMap(([userId, markerId]): Caused[] => {
      const kept = state?.cards.get(userId) ?? state?.members.get(userId);
      if (markerId === null || kept?.markerId === markerId) return [];
      return [{ type: 'AssignMarker', userId, markerId }];
    }),
  LobbyEnded: ({ reason }) => LEFT_AS[reason],
  MatchStarted: (start, { actorId, events }) => {
    const set = events.flatMap(({ type, data }) => (type === 'HandicapSet' ? [data] : []));
    const own = set.find(({ userId }) => userId === actorId)?.settings;
    const officialHandicaps = Object.fromEntries(set.map(({ userId, settings }) => [userId, settings.handicap]));
    const { gender, handicap } = own ?? { gender: 'FEMALE', handicap: null };
    // What the host enters is recorded under the command's names.
    return { ...start, type: 'StartMatch', gender, handicap, officialHandicaps };
  },
  HoleScored: ({ userId, holeNumber, strokes, noScore }) => {
    return { type: 'ScoreHole', userId, holeNumber, strokes, noScore };
  },
  HoleScoreCleared: ({ userId, holeNumber }) => {
    return { type: 'ScoreHole', userId, holeNumber, strokes: null, noScore: false };
  },
  CardSigned: ({ asShown }, { actorId, state }) => {
    const cards = [...(state?.cards.values() ?? [])];
    const entries = cards.flatMap(({ marker }) => marker.flatMap((entry) => (entry === null ? [] : [entry.entryId])));
    const seen = asShown ? { seen: entries } : {};
    const partners = cards.flatMap((card) => {
      const side = sideOf(card, actorId);
      const partner = side === 'PLAYER' ? card.markerId : card.userId;
      return side === null || partner === null ? [] : [partner];
    });
    const all: Caused = { type: 'SignCards', ...seen };
    return [all, ...[...new Set(partners)].map((userId) => ({ ...all, userId }))];
  },
  // Always follows a signature in the same command.
  CardVerified: () => [],
  CardReopened: ({ userId }) => ({ type: 'ReopenCard', userId }),
  CardCorrected: ({ userId, reason, noteHash, holes }) => ({ type: 'CorrectCard', userId, reason, noteHash, holes }),
  PlayerWithdrew: ({ reason }) => ({ type: 'LeaveRound', reason }),
  AccountClosed: () => ({ type: 'LeaveRound', reason: 'ACCOUNT_DELETED' }),
  // These two always follow a leave event in the same command.
  HostChanged: () => [],
  MatchEnded: () => [],
  CommandNoted: () => [],
};

const LEFT_AS: Readonly<Record<LobbyEndReason, Caused>> = {
  HOST_ENDED: { type: 'LeaveRound', reason: 'LEFT' },
  HOST_LEFT: { type: 'LeaveLobby', reason: 'LEFT' },
  HOST_JOINED_ANOTHER: { type: 'LeaveLobby', reason: 'JOINED_ANOTHER' },
  ACCOUNT_DELETED: { type: 'LeaveLobby', reason: 'ACCOUNT_DELETED' },
  // Any reason will do: every leave of an expired lobby records this.
  EXPIRED: { type: 'LeaveLobby', reason: 'LEFT' },
};

function sameSettings({ actorId, state }: WrittenByMatch, ready: boolean): Caused[] {
  const settings = state?.members.get(actorId)?.settings;
  if (settings === undefined || settings === null) return [];
  return [{ type: 'SetSettings', gender: settings.gender, handicap: settings.handicap, ready }];
}
