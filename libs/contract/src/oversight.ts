import type { Ok } from './calls.js';
import type { PersonRef, StoryScore } from './entities.js';
import { LIMITS } from './limits.js';
import type { RoundStartOrNone } from './start.js';
import type { CorrectionReason, Format, PlayType, Side, Tee } from './values.js';

/** What auditors, support staff and committees see and do. Positions and revisions are decimal strings. */

/** Granted by the command line only. COMMITTEE is for one course; AUDITOR and SUPPORT are for the installation. */
export const ROLES = ['AUDITOR', 'SUPPORT', 'COMMITTEE'] as const;
export type Role = (typeof ROLES)[number];

/** The reasons as people read them. */
export const CORRECTION_WORDS: Readonly<Record<CorrectionReason, string>> = {
  SCORE_WRONG: 'A score was written down wrongly',
  PENALTY: 'A penalty was left out, or wrongly given',
  RULING: 'A ruling after the round',
  OTHER: 'Another reason',
};

/** What is said of a correction that cannot be taken as it is. */
export const CORRECTION_TEXTS = {
  holes: 'Name the holes to correct, each once',
  noteNeeded: 'Say in your own words why',
  note: 'Must be text of 500 characters or less',
  noMore: `This card was corrected ${LIMITS.correctionsPerCardMax} times, and takes no more corrections`,
  noteKept: 'An account that this note is about is deleted, so its words cannot be kept: leave the note out',
} as const;

/** What a role holder may do, and where. */
export interface GrantedRole {
  role: Role;
  /** Null for AUDITOR and SUPPORT. */
  course: { id: string; name: string } | null;
}

/** NONE: the golfer has no authenticator; ENROLLED: this session has to prove it; PROVED: it has, and roles open what they open. */
export type SecondFactor = 'NONE' | 'ENROLLED' | 'PROVED';

/** `GET /api/ops/me`: empty and NONE for golfers without a role. */
export type OpsRolesAnswer = Ok & { roles: GrantedRole[]; secondFactor: SecondFactor };

/** `POST /api/ops/second-factor`: what an authenticator app is given, known to this answer alone. */
export type SecondFactorMadeAnswer = Ok & {
  /** `otpauth://totp/…`, for its camera. */
  uri: string;
  /** The same secret in Base32, for typing. */
  secret: string;
};

/** Names of the projections: what can be rebuilt, verified and looked at by itself. */
export const PROJECTIONS = ['clubhouse'] as const;
export type ProjectionName = (typeof PROJECTIONS)[number];

/** What a rebuild does, in this order. */
export const REBUILD_PHASES = ['READING', 'INDEXING', 'CATCHING_UP', 'VERIFYING', 'SWAPPING'] as const;
export type RebuildPhase = (typeof REBUILD_PHASES)[number];

/** A rebuild that was asked for, and what became of it. */
export interface RebuildJob {
  id: string;
  projection: ProjectionName;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  /** Null while it waits. */
  phase: RebuildPhase | null;
  /** Of the phase: events done, and how many there are; null where that is not known. */
  events: number;
  total: number | null;
  eventsPerSecond: number | null;
  secondsLeft: number | null;
  requestedBy: string;
  requestedAt: string;
  endedAt: string | null;
  /** Why it failed; what it did when it is done. */
  message: string | null;
}

export interface ProjectionStatus {
  name: ProjectionName;
  /** Of its code: tables of another version are others. */
  version: number;
  /** SILENT: no projector was heard of lately. FOREIGN: its tables were made from another log. */
  state: 'LIVE' | 'BEHIND' | 'SILENT' | 'FOREIGN' | 'EMPTY';
  position: string | null;
  head: string | null;
  /** Events of the log that the tables do not hold yet, counted up to `lagEventsMax`. */
  lagEvents: number;
  /** Age of the oldest of them. */
  lagSeconds: number;
  heardAt: string | null;
  parkedStreams: number;
  parkedEvents: number;
  /** The latest rebuild; null: none was ever asked for. */
  job: RebuildJob | null;
}

/** `GET /api/ops/projections`, for AUDITOR and SUPPORT. */
export type ProjectionsAnswer = Ok & { projections: ProjectionStatus[] };

/** An event that could not be applied, or one behind it in its stream. */
export interface ParkedEvent {
  projection: ProjectionName;
  position: string;
  stream: string;
  revision: string;
  eventId: string;
  type: string;
  error: string;
  parkedAt: string;
  /** How often it was tried. */
  attempts: number;
}

/** `GET /api/ops/parked`, for AUDITOR and SUPPORT: the first ones in the log's order. */
export type ParkedAnswer = Ok & { parked: ParkedEvent[]; more: boolean };

/** `POST /api/ops/projections/{name}/rebuild` and `…/cancel`, for SUPPORT. */
export type RebuildAnswer = Ok & { job: RebuildJob };

/** A hole of a card that an event changed. */
export interface StoryChange {
  /** Whose card. */
  card: PersonRef;
  holeNumber: number;
  side: Side | 'COMMITTEE';
  from: StoryScore;
  to: StoryScore;
}

/** Who signed which exact card. */
export interface StorySignature {
  card: PersonRef;
  as: Side;
  cardHash: string;
  /** The 18 entries that the hash stands for, hole 1 first. */
  entries: StoryScore[];
  /** The hash is the one of these entries. */
  fits: boolean;
}

/** One event of a round as its audit tells it. */
export interface StoryLine {
  revision: string;
  position: string;
  eventId: string;
  type: string;
  /** When the server recorded it, and when it was done by the clock of the phone. */
  recordedAt: string;
  occurredAt: string | null;
  /** Null: the system itself. */
  by: PersonRef | null;
  as: 'HOST' | Side | 'COMMITTEE' | null;
  /** A random id per installation of the client. */
  deviceId: string | null;
  /** Whose card an entry, a signature, a reopening, a correction or a withdrawal is about; null: no single card. */
  about: PersonRef | null;
  /** What happened, in a sentence. */
  words: string;
  changes: StoryChange[];
  /** Who keeps which card from then on; null: no marker. Empty: it changes none. */
  markers: { card: PersonRef; marker: PersonRef | null }[];
  signature: StorySignature | null;
  /** Of the event, and of the one before it in its stream. */
  hash: string;
  prevHash: string | null;
}

/** A card as it stood at one revision. Lists have 18 elements, hole 1 first. */
export interface StoryCard {
  player: PersonRef;
  marker: PersonRef | null;
  dailyHandicap: number;
  playerEntries: StoryScore[];
  markerEntries: StoryScore[];
  /** What counts: the marker's, with the committee's corrections in their place. */
  counting: StoryScore[];
  playerSigned: boolean;
  markerSigned: boolean;
  verified: boolean;
  withdrawn: boolean;
  /** Numbers of the holes that the committee put right. */
  correctedHoles: number[];
  mismatches: number[];
}

/** What a round was, for the head of its audit. */
export interface StoryRound extends RoundStartOrNone {
  matchId: string;
  course: { id: string; name: string };
  /** Of the course, an IANA name: the round's times are given on its clock. */
  timeZone: string;
  matchType: Format;
  playType: PlayType;
  tee: Tee;
  players: PersonRef[];
}

/** `GET /api/ops/rounds/{matchId}`, for AUDITOR, and for COMMITTEE of its course: every event, oldest first. */
export type RoundStoryAnswer = Ok & {
  round: StoryRound;
  /** Pars by player id, hole 1 first; empty before the start. */
  pars: Record<string, number[]>;
  /** Strokes that the cards receive, by player id, hole 1 first; negative: given back. Empty before the start. */
  received: Record<string, number[]>;
  lines: StoryLine[];
  /** The cards as they stand after the last line. */
  cards: StoryCard[];
  /** Whether the chain of hashes is whole; otherwise the first event that is not as it was recorded, and in a sentence why. */
  proof: { whole: true } | { whole: false; eventId: string; revision: string; fault: string };
  /** Whether the asker may correct cards of this round, as its committee. */
  mayCorrect: boolean;
};

/** `POST /api/match/{matchId}/corrections`, for COMMITTEE of the round's course. */
export interface CorrectionCall {
  /** Whose card. */
  userId: string;
  reason: CorrectionReason;
  /** In the committee's own words, 1 to `LIMITS.correctionNoteMax` characters; needed with OTHER. */
  note?: string;
  holes: {
    holeNumber: number;
    /** Null with `noScore`. */
    strokes: number | null;
    noScore?: boolean;
    /** The id of the entry that counts now, as it was shown: another one is answered with SCORE_CHANGED. */
    replaces?: string;
  }[];
}

/** A started round as committees and auditors look it up. */
export interface FoundRound {
  matchId: string;
  startedAt: string;
  matchType: Format;
  cards: {
    player: PersonRef;
    verified: boolean;
    withdrawn: boolean;
    /** When the committee last corrected it; null: never. */
    correctedAt: string | null;
  }[];
}

/**
 * `GET /api/ops/rounds?course=…&day=…`, for AUDITOR, and for COMMITTEE of the course: match rounds that started on that day of the
 * course, the latest first. `more`: there are others, left out.
 */
export type FoundRoundsAnswer = Ok & { day: string; rounds: FoundRound[]; more: boolean };

/** A backup of a night, or why there is none. */
export interface BackupSummary {
  /** ISO 8601. */
  madeAt: string;
  /** Path at the machine that made it. */
  folder: string;
  /** Why there is none, or why it is no good; null: it was made, verified and restored as a trial. */
  problem: string | null;
  /** Null where there is none. */
  events: number | null;
  bytes: number | null;
  /** Free on its disk. */
  freeBytes: number;
}

/** FAILED: the last one; STALE: the last good one is older than a night; DISK: there is no room for a few more. */
export type BackupWarning = 'FAILED' | 'STALE' | 'DISK';

/** How the nightly backups are; both are null where none was ever made, which is STALE from `backupMissingMs` on. */
export interface BackupsAnswer extends Ok {
  last: BackupSummary | null;
  lastGood: BackupSummary | null;
  warnings: BackupWarning[];
  /** Disks of this installation with less than `diskFreeBytesMin`, as far as the api sees them. Missing: not known. */
  fullDisks?: DiskSpace[];
}

export interface DiskSpace {
  /** A folder on it. */
  folder: string;
  /** Null: the folder cannot be reached. */
  freeBytes: number | null;
}
