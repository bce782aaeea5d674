import type { Gender } from '@fairmark/scoring';
import type { CorrectedHole, MatchEvent, MatchEvents } from '../match.events.js';
import type { ErrorCode, StartCall } from '@fairmark/contract';

/** Commands on a match. They carry ids and course cards, because deciders are pure and look nothing up. */
export type MatchCommand =
  | ({ type: 'CreateMatch'; actorId: string; gender: Gender } & Omit<
      MatchEvents['MatchCreated'],
      'hostId' | 'hostGender'
    >)
  | { type: 'InvitePlayer'; actorId: string; inviteId: string; userId: string }
  /** The host withdraws an invitation or removes a player (`DELETE /api/match/invite`). */
  | { type: 'RemovePlayer'; actorId: string; userId: string }
  | { type: 'AnswerInvite'; actorId: string; inviteId: string; status: 'ACCEPTED' | 'DENIED'; gender: Gender }
  /** Saves the golfer's handicap for the round and sets readiness to `ready` (`POST /api/match/ready`). */
  | { type: 'SetSettings'; actorId: string; gender: Gender; handicap: number; ready: boolean }
  | { type: 'AssignMarker'; actorId: string; userId: string; markerId: string }
  /**
   * `handicap`: the host's own, saved with the start if given. `officialHandicaps`: by user id, used in a practice
   * round for players who joined without setting a handicap. The other fields are those of the call.
   */
  | ({
      type: 'StartMatch';
      actorId: string;
      gender: Gender;
      handicap: number | null;
      officialHandicaps?: Readonly<Record<string, number>>;
    } & Omit<StartCall, 'matchId' | 'userSettings'>)
  | { type: 'LeaveLobby'; actorId: string; reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' }
  /** `DELETE /api/match/round`: leaves the lobby before the start, withdraws the card after it. */
  | { type: 'LeaveRound'; actorId: string; reason: 'LEFT' | 'ACCOUNT_DELETED' }
  /**
   * `userId`: whose card. Null strokes without noScore clear the entry. `replaces`: id of the entry that this one
   * replaces, null for an empty hole; undefined skips the check.
   */
  | ({ type: 'ScoreHole'; actorId: string; replaces?: string | null } & Pick<
      MatchEvents['HoleScored'],
      'userId' | 'holeNumber' | 'strokes' | 'noScore'
    >)
  /** Without userId, signs every card that the golfer can sign. */
  | {
      type: 'SignCards';
      actorId: string;
      userId?: string;
      /** Ids of the entries that were shown. */ seen?: readonly string[];
    }
  | { type: 'ReopenCard'; actorId: string; userId: string }
  /** By a committee member of the match's course, not necessarily a participant. The caller has checked the role. */
  | ({ type: 'CorrectCard'; actorId: string; holes: readonly HoleCorrection[] } & Pick<
      MatchEvents['CardCorrected'],
      'userId' | 'reason' | 'noteHash'
    >);

/** What a hole counts from now on. `replaces`: id of the counting entry that was shown; undefined skips the check. */
export type HoleCorrection = Omit<CorrectedHole, 'replaces'> & { replaces?: string };

export type MatchCommandOf<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;

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
