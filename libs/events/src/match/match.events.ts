import type { CorrectionReason, PlayType, RoundStart, Side, Tee } from '@fairmark/contract';
import type { DailyHandicapInput, Format, Gender, StrokeIndex } from '@fairmark/scoring';
import type { Upcasters } from '../envelope/upcaster.js';

/** Everything that can happen to a match, from the lobby to the last signature. One stream, `match-<id>`, per group. */

/** A hole as one gender plays it from one tee. Distance in metres. */
export interface HoleCard {
  number: number;
  par: number;
  distance: number;
  strokeIndex: StrokeIndex;
}

/** What one gender plays from the match's tee, with the ratings that its daily handicap comes from. */
export interface TeeCard {
  ratingKind: string;
  slopeRating: number;
  scratchRating: number;
  parRating: number;
  holes: HoleCard[];
}

/** The course as it was when the match was created: later edits never change a match. */
export interface CourseCard {
  courseId: string;
  name: string;
  clubName: string;
  courseName: string;
  state: string;
  /** IANA name; a round's day is the course-local date on which it started. */
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

/** A hole as the committee puts it right. `replaces`: the entry that counted until then, the marker's or a correction. */
export interface CorrectedHole {
  holeNumber: number;
  strokes: number | null;
  noScore: boolean;
  replaces: string;
}

/** Who keeps whose card; null where no golfer is left who can. */
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
  /** The host took a pending invitation back, or the start of a social match cancelled it. */
  InviteRemoved: { inviteId: string; userId: string };
  HandicapSet: { userId: string; settings: HandicapSettings };
  PlayerReadied: { userId: string };
  PlayerUnreadied: { userId: string };
  PlayerRemoved: { userId: string };
  PlayerLeftLobby: { userId: string; reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' };
  /** The full assignment, each time any of it changes. */
  MarkersAssigned: { markers: Markers; by: 'LOOP' | 'HOST' };
  LobbyEnded: { reason: LobbyEndReason };
  /** Its time is the event's own. */
  MatchStarted: Omit<RoundStart, 'startedAt'> & {
    players: { userId: string; settings: HandicapSettings; markerId: string | null }[];
  };
  /** One side's entry for one hole. Its event id is the entry's id. `replaces`: the entry it takes the place of. */
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
  /** `asShown`: the signer named the entries that were on the screen, and they were the card's; false: not stated. */
  CardSigned: { userId: string; signedBy: string; as: Side; cardHash: string; asShown: boolean };
  /** Player and marker have both signed. */
  CardVerified: { userId: string; cardHash: string };
  CardReopened: { userId: string; reopenedBy: string };
  /**
   * The committee put holes of a verified card right. Entries and signatures stay as they are; the event's id
   * is the id of the entries that count from now on. `noteHash`: SHA-256 of the committee's words with their salt, which are
   * an erasable row; null without words. `cardHash`: of the card as it counts now.
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
  /** The golfer's account was deleted during the round: no more marking, hosting or signing. A signed card stands. */
  AccountClosed: { userId: string };
  HostChanged: { hostId: string };
  /** The last player left. */
  MatchEnded: { reason: 'ALL_WITHDRAWN' };
  /** A command under an Idempotency-Key found all as it asked for. Changes nothing: its retry gets its answer by it. */
  CommandNoted: Record<string, never>;
}

export type MatchEventType = keyof MatchEvents;

/** A match event as a decider makes it and as a fold takes it. */
export type MatchEvent = { [T in MatchEventType]: { type: T; data: MatchEvents[T] } }[MatchEventType];

/** Every event's older versions, each with the change of its data into the next one. */
export const MATCH_UPCASTERS: Upcasters<MatchEventType> = {
  // Until version 2 a signature did not state which entries were shown.
  CardSigned: [(data) => ({ ...data, asShown: false })],
};

export const matchStream = (matchId: string): string => `match-${matchId}`;
