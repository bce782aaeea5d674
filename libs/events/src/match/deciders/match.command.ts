import type { Gender } from '@fairmark/scoring';
import type { MatchEvent, MatchEvents } from '../match.events.js';
import type { ErrorCode, CorrectionReason, StartCall } from '@fairmark/contract';

/** What golfers ask of a match. Ids and course cards are made outside: deciders neither draw nor look up. */
export type MatchCommand =
  | ({ type: 'CreateMatch'; actorId: string; gender: Gender } & Omit<
      MatchEvents['MatchCreated'],
      'hostId' | 'hostGender'
    >)
  | { type: 'InvitePlayer'; actorId: string; inviteId: string; userId: string }
  /** The host takes an invitation back or kicks a player (`DELETE /api/match/invite`). */
  | { type: 'RemovePlayer'; actorId: string; userId: string }
  | { type: 'AnswerInvite'; actorId: string; inviteId: string; status: 'ACCEPTED' | 'DENIED'; gender: Gender }
  /** Saves my round handicap, and readies me when `ready` is true (`POST /api/match/ready`). */
  | { type: 'SetSettings'; actorId: string; gender: Gender; handicap: number; ready: boolean }
  | { type: 'AssignMarker'; actorId: string; userId: string; markerId: string }
  /**
   * `handicap`: the host's own settings, saved with the start where they are given. `officialHandicaps` by user id: what a
   * practice round takes for players who joined and set none. What else the host says of the round is as the call has it.
   */
  | ({
      type: 'StartMatch';
      actorId: string;
      gender: Gender;
      handicap: number | null;
      officialHandicaps?: Readonly<Record<string, number>>;
    } & Omit<StartCall, 'matchId' | 'userSettings'>)
  | { type: 'LeaveLobby'; actorId: string; reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' }
  /** `DELETE /api/match/round`: before the start as LeaveLobby, after it a withdrawal. */
  | { type: 'LeaveRound'; actorId: string; reason: 'LEFT' | 'ACCOUNT_DELETED' }
  | {
      type: 'ScoreHole';
      actorId: string;
      /** Whose card. */
      userId: string;
      holeNumber: number;
      /** Null without noScore clears my entry. */
      strokes: number | null;
      noScore: boolean;
      /** The entry that this one replaces, null for none yet; undefined: not stated. */
      replaces?: string | null;
    }
  /** Without userId: every card that I can sign. */
  | {
      type: 'SignCards';
      actorId: string;
      userId?: string;
      /** Ids of the entries that were shown. */ seen?: readonly string[];
    }
  | { type: 'ReopenCard'; actorId: string; userId: string }
  /** By a committee of the match's course, which need not be in the match: the sender has the role. */
  | {
      type: 'CorrectCard';
      actorId: string;
      /** Whose card. */
      userId: string;
      reason: CorrectionReason;
      /** Of the committee's words; null without words. */
      noteHash: string | null;
      holes: readonly HoleCorrection[];
    };

/** What a hole is to count from now on. `replaces`: the entry that counted as it was shown; undefined: not said. */
export interface HoleCorrection {
  holeNumber: number;
  /** Null for No Score. */
  strokes: number | null;
  noScore: boolean;
  replaces?: string;
}

export type MatchCommandOf<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;

/** A decider's answer: what happened, or why not. */
export type Decision = { ok: true; events: MatchEvent[] } | Refused;

/** `message`: what a person reads where the catalogue's own text is not enough. */
export interface Refused {
  ok: false;
  code: ErrorCode;
  details?: Record<string, unknown>;
  message?: string;
}

export const happened = (...events: MatchEvent[]): Decision => ({ ok: true, events });

/** Success that changes nothing: what was asked for is already so. */
export const nothing: Decision = { ok: true, events: [] };

export function refused(code: ErrorCode, details?: Record<string, unknown>, message?: string): Refused {
  const refusal: Refused = { ok: false, code };
  if (details !== undefined) refusal.details = details;
  if (message !== undefined) refusal.message = message;
  return refusal;
}

/** INVALID_INPUT, with what is wrong by field. */
export const invalid = (details: Record<string, string>): Refused => refused('INVALID_INPUT', details);
