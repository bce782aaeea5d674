import type { CorrectionReason, PlayType, RoundStart, Side, Tee } from '@fairmark/contract';
import type { DailyHandicapInput, Format, Gender, StrokeIndex } from '@fairmark/scoring';
import type { EventOf, Upcasters } from '../envelope/folding.js';

/** Every event of a match, from the lobby to the last signature. Each group has one stream, `match-<id>`. */

/** A hole as one gender plays it from one tee. Distance in metres. */
export interface HoleCard {
  number: number;
  par: number;
  distance: number;
  strokeIndex: StrokeIndex;
}

/** What one gender plays from the match's tee, with the ratings that daily handicaps are computed from. */
export interface TeeCard {
  ratingKind: string;
  slopeRating: number;
  scratchRating: number;
  parRating: number;
  holes: HoleCard[];
}

/** The course when the match was created, so that later edits never change a match. */
export interface CourseCard {
  courseId: string;
  name: string;
  clubName: string;
  courseName: string;
  state: string;
  /** IANA name. A round's day is the course-local date on which it started. */
  timeZone: string;
  golflinkCourseId: string;
  /** Missing where the course has no rating for that gender and tee. */
  byGender: Partial<Record<Gender, TeeCard>>;
}

/** The inputs of a daily handicap and the result, as the server computed it. */
export interface HandicapSettings extends Required<DailyHandicapInput> {
  dailyHandicap: number;
}

export type LobbyEndReason = 'HOST_ENDED' | 'HOST_LEFT' | 'HOST_JOINED_ANOTHER' | 'EXPIRED' | 'ACCOUNT_DELETED';

/** A hole as the committee corrects it. `replaces`: id of the entry that counted before, marker's or correction. */
export interface CorrectedHole {
  holeNumber: number;
  /** Null for No Score. */
  strokes: number | null;
  noScore: boolean;
  replaces: string;
}

/** A player as the start of the round records it. */
export interface StartingPlayer {
  userId: string;
  settings: HandicapSettings;
  markerId: string | null;
}

/** The marker's user id by player; null if no golfer is left who can mark the card. */
export type Markers = Record<string, string | null>;

export interface MatchEvents {
  MatchCreated: {
    matchId: string;
    hostId: string;
    hostGender: Gender;
    playType: PlayType;
    matchType: Format;
    tee: Tee;
    course: CourseCard;
    maxGroupSize: number;
  };
  PlayerInvited: { inviteId: string; userId: string };
  InviteAccepted: { inviteId: string; userId: string; gender: Gender };
  InviteDenied: { inviteId: string; userId: string };
  /** The host withdrew a pending invitation, or the start of a practice round cancelled it. */
  InviteRemoved: { inviteId: string; userId: string };
  HandicapSet: { userId: string; settings: HandicapSettings };
  PlayerReadied: { userId: string };
  PlayerUnreadied: { userId: string };
  PlayerRemoved: { userId: string };
  PlayerLeftLobby: { userId: string; reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' };
  /** The full assignment, recorded whenever any of it changes. */
  MarkersAssigned: { markers: Markers; by: 'LOOP' | 'HOST' };
  LobbyEnded: { reason: LobbyEndReason };
  /** The start time is the event's `recordedAt`. */
  MatchStarted: Omit<RoundStart, 'startedAt'> & { players: StartingPlayer[] };
  /** One side's entry for one hole. The event's id is the entry's id. `replaces`: id of the entry it replaces. */
  HoleScored: {
    userId: string;
    side: Side;
    enteredBy: string;
    holeNumber: number;
    strokes: number | null;
    noScore: boolean;
    replaces: string | null;
  };
  HoleScoreCleared: { userId: string; side: Side; enteredBy: string; holeNumber: number; replaces: string };
  /** `asShown`: the signer listed the entries on the screen, and they matched the card; false if none were listed. */
  CardSigned: { userId: string; signedBy: string; as: Side; cardHash: string; asShown: boolean };
  /** Player and marker have both signed. */
  CardVerified: { userId: string; cardHash: string };
  CardReopened: { userId: string; reopenedBy: string };
  /**
   * The committee corrected holes of a verified card. Entries and signatures stay unchanged; the event's id is the
   * entry id of the corrected holes. `noteHash`: salted SHA-256 of the committee's note, which is stored in a row so
   * that it can be erased; null without a note. `cardHash`: hash of the card with the correction.
   */
  CardCorrected: {
    userId: string;
    correctedBy: string;
    reason: CorrectionReason;
    noteHash: string | null;
    holes: CorrectedHole[];
    cardHash: string;
  };
  PlayerWithdrew: { userId: string; reason: 'LEFT' | 'ACCOUNT_DELETED' };
  /** The golfer's account was deleted during the round: no more marking, hosting or signing. A signed card stays. */
  AccountClosed: { userId: string };
  HostChanged: { hostId: string };
  MatchEnded: { reason: 'ALL_WITHDRAWN' };
  /** A command with an Idempotency-Key had nothing to change. Recorded so that a retry gets the same answer. */
  CommandNoted: Record<string, never>;
}

export type MatchEventType = keyof MatchEvents;

/** A match event as a decider returns it and the fold applies it. */
export type MatchEvent = EventOf<MatchEvents>;

/** For each event type with older versions, the upcasters from each version to the next. */
export const MATCH_UPCASTERS: Upcasters<MatchEventType> = {
  // In version 1, a signature did not state which entries were shown.
  CardSigned: [(data) => ({ ...data, asShown: false })],
};

export const matchStream = (matchId: string): string => `match-${matchId}`;
