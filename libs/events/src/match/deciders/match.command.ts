import type { Gender } from '@fairmark/scoring';
import type { CorrectedHole, MatchEvent, MatchEvents } from '../match.events.js';
import type { ErrorCode, StartCall } from '@fairmark/contract';

/** Commands on a match, by type. They carry ids and course cards, because deciders are pure and look nothing up. */
interface MatchCommands {
  CreateMatch: { gender: Gender } & Omit<MatchEvents['MatchCreated'], 'hostId' | 'hostGender'>;
  InvitePlayer: { inviteId: string; userId: string };
  /** The host withdraws an invitation or removes a player (`DELETE /api/match/invite`). */
  RemovePlayer: { userId: string };
  AnswerInvite: { inviteId: string; status: 'ACCEPTED' | 'DENIED'; gender: Gender };
  /** Saves the golfer's handicap for the round and sets readiness to `ready` (`POST /api/match/ready`). */
  SetSettings: { gender: Gender; handicap: number; ready: boolean };
  AssignMarker: { userId: string; markerId: string };
  /**
   * `handicap`: the host's own, saved with the start if given. `officialHandicaps`: by user id, used in a practice
   * round for players who joined without setting a handicap. The other fields are those of the call.
   */
  StartMatch: {
    gender: Gender;
    handicap: number | null;
    officialHandicaps?: Readonly<Record<string, number>>;
  } & Omit<StartCall, 'matchId' | 'userSettings'>;
  LeaveLobby: { reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' };
  /** `DELETE /api/match/round`: leaves the lobby before the start, withdraws the card after it. */
  LeaveRound: { reason: 'LEFT' | 'ACCOUNT_DELETED' };
  /**
   * `userId`: whose card. Null strokes without noScore clear the entry. `replaces`: id of the entry that this one
   * replaces, null for an empty hole; undefined skips the check.
   */
  ScoreHole: Pick<MatchEvents['HoleScored'], 'userId' | 'holeNumber' | 'strokes' | 'noScore'> & {
    replaces?: string | null;
  };
  /** Without userId, signs every card that the golfer can sign. `seen`: ids of the entries that were shown. */
  SignCards: { userId?: string; seen?: readonly string[] };
  ReopenCard: { userId: string };
  /** By a committee member of the match's course, not necessarily a participant. The caller has checked the role. */
  CorrectCard: Pick<MatchEvents['CardCorrected'], 'userId' | 'reason' | 'noteHash'> & {
    holes: readonly HoleCorrection[];
  };
}

/** A command of one of these types. */
export type MatchCommandOf<Type extends keyof MatchCommands> = {
  [T in Type]: { type: T; actorId: string } & MatchCommands[T];
}[Type];

export type MatchCommand = MatchCommandOf<keyof MatchCommands>;

/** What a hole counts from now on. `replaces`: id of the counting entry that was shown; undefined skips the check. */
export type HoleCorrection = Omit<CorrectedHole, 'replaces'> & { replaces?: string };

/** A decider's answer: the events (none if nothing changes), or the refusal. */
export type Decision<Event = MatchEvent> = { ok: true; events: Event[] } | Refused;

/** `message`: replaces the catalogue's text for the code. */
export interface Refused {
  ok: false;
  code: ErrorCode;
  details?: Record<string, unknown>;
  message?: string;
}

export const happened = <Event>(...events: Event[]): Decision<Event> => ({ ok: true, events });

/** Success without events: the state is already as requested. */
export const nothing: Decision = { ok: true, events: [] };

export function refused(code: ErrorCode, details?: Record<string, unknown>, message?: string): Refused {
  const refusal: Refused = { ok: false, code };
  if (details !== undefined) refusal.details = details;
  if (message !== undefined) refusal.message = message;
  return refusal;
}

/** INVALID_INPUT with messages by field. */
export const invalid = (details: Record<string, string>): Refused => refused('INVALID_INPUT', details);
