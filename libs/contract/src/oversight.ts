import type { Ok } from './calls.js';
import type { PersonRef, StoryScore } from './entities.js';
import { LIMITS } from './limits.js';
import type { RoundStartOrNone } from './start.js';
import type { CorrectionReason, Format, PlayType, Side, Tee } from './values.js';

/** The API for auditors, support staff and committees. Positions and revisions are decimal strings. */

/** Granted only on the command line. COMMITTEE is per course; AUDITOR and SUPPORT are for the whole installation. */
export const ROLES = ['AUDITOR', 'SUPPORT', 'COMMITTEE'] as const;
export type Role = (typeof ROLES)[number];

/** The reasons as shown to golfers. */
export const CORRECTION_WORDS: Readonly<Record<CorrectionReason, string>> = {
  SCORE_WRONG: 'A score was written down wrongly',
  PENALTY: 'A penalty was left out, or wrongly given',
  RULING: 'A ruling after the round',
  OTHER: 'Another reason',
};

/** Validation messages for corrections. */
export const CORRECTION_TEXTS = {
  holes: 'Name the holes to correct, each once',
  noteNeeded: 'Say in your own words why',
  note: 'Must be text of 500 characters or less',
  noMore: `This card was corrected ${LIMITS.correctionsPerCardMax} times, and takes no more corrections`,
  noteKept: 'An account that this note is about is deleted, so its words cannot be kept: leave the note out',
} as const;

/** Instead of the story of a round whose first event was altered so that nothing can be read. */
export const ROUND_UNREADABLE = 'The round cannot be read: its first event is unreadable.';

/** A role of a golfer, and the course it is for. */
export interface GrantedRole {
  role: Role;
  /** Null for AUDITOR and SUPPORT. */
  course: { id: string; name: string } | null;
}

const has = (roles: readonly GrantedRole[], ...wanted: readonly Role[]): boolean =>
  roles.some(({ role }) => wanted.includes(role));

/** Whether projections, parked events and backups may be viewed. */
export const mayWatch = (roles: readonly GrantedRole[]): boolean => has(roles, 'AUDITOR', 'SUPPORT');

/** Whether tables may be rebuilt. */
export const mayRebuild = (roles: readonly GrantedRole[]): boolean => has(roles, 'SUPPORT');

/** Whether rounds may be viewed: any for an auditor, those of its course for a committee. */
export const mayReplay = (roles: readonly GrantedRole[]): boolean => has(roles, 'AUDITOR', 'COMMITTEE');

/** Whether rounds of every course may be viewed. */
export const isAuditor = (roles: readonly GrantedRole[]): boolean => has(roles, 'AUDITOR');

/** NONE: no authenticator enrolled. ENROLLED: this session has yet to enter a code. PROVED: it has, so roles apply. */
export type SecondFactor = 'NONE' | 'ENROLLED' | 'PROVED';

/** `GET /api/ops/me`: empty and NONE for golfers without a role. */
export type OpsRolesAnswer = Ok & { roles: GrantedRole[]; secondFactor: SecondFactor };

/** `POST /api/ops/second-factor`: the secret for an authenticator app. Only this answer contains it. */
export type SecondFactorMadeAnswer = Ok & {
  /** `otpauth://totp/…`, to be shown as a QR code. */
  uri: string;
  /** The same secret in Base32, for typing. */
  secret: string;
};

/** The projections, each of which can be rebuilt, verified and inspected separately. */
export const PROJECTIONS = ['clubhouse'] as const;
export type ProjectionName = (typeof PROJECTIONS)[number];

/** The phases of a rebuild, in order. */
export const REBUILD_PHASES = ['READING', 'INDEXING', 'CATCHING_UP', 'VERIFYING', 'SWAPPING'] as const;
export type RebuildPhase = (typeof REBUILD_PHASES)[number];

/** A requested rebuild and its state. */
export interface RebuildJob {
  id: string;
  projection: ProjectionName;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  /** Null while the rebuild is waiting. */
  phase: RebuildPhase | null;
  /** Events done in this phase, and their `total`; null if unknown. */
  events: number;
  total: number | null;
  eventsPerSecond: number | null;
  secondsLeft: number | null;
  requestedBy: string;
  requestedAt: string;
  endedAt: string | null;
  /** Why the rebuild failed, or a summary once it is done. */
  message: string | null;
}

export interface ProjectionStatus {
  name: ProjectionName;
  /** Version of the projection's code; each version has its own tables. */
  version: number;
  /** SILENT: no recent heartbeat from a projector. FOREIGN: the tables were built from another log. */
  state: 'LIVE' | 'BEHIND' | 'SILENT' | 'FOREIGN' | 'EMPTY';
  position: string | null;
  head: string | null;
  /** Number of events not applied to the tables yet, counted up to `lagEventsMax`. */
  lagEvents: number;
  /** Age of the oldest of those events. */
  lagSeconds: number;
  heardAt: string | null;
  parkedStreams: number;
  parkedEvents: number;
  /** The latest rebuild; null if none was ever requested. */
  job: RebuildJob | null;
}

/** `GET /api/ops/projections`, for AUDITOR and SUPPORT. */
export type ProjectionsAnswer = Ok & { projections: ProjectionStatus[] };

/** An event that could not be applied, or a later one in its stream. */
export interface ParkedEvent {
  projection: ProjectionName;
  position: string;
  stream: string;
  revision: string;
  eventId: string;
  type: string;
  error: string;
  parkedAt: string;
  /** Number of attempts to apply it. */
  attempts: number;
}

/** `GET /api/ops/parked`, for AUDITOR and SUPPORT: the first parked events in log order. */
export type ParkedAnswer = Ok & { parked: ParkedEvent[]; more: boolean };

/** `POST /api/ops/projections/{name}/rebuild` and `…/cancel`, for SUPPORT. */
export type RebuildAnswer = Ok & { job: RebuildJob };

/** A score that an event changed. */
export interface StoryChange {
  card: PersonRef;
  holeNumber: number;
  side: Side | 'COMMITTEE';
  from: StoryScore;
  to: StoryScore;
}

/** A signature, with the entries that it attests. */
export interface StorySignature {
  card: PersonRef;
  as: Side;
  cardHash: string;
  /** The 18 hashed entries, hole 1 first. */
  entries: StoryScore[];
  /** Whether the hash matches these entries. */
  fits: boolean;
}

/** One event in a round's audit trail. */
export interface StoryLine {
  revision: string;
  position: string;
  eventId: string;
  type: string;
  /** When the server recorded it, and `occurredAt` when the golfer acted, by the phone's clock. */
  recordedAt: string;
  occurredAt: string | null;
  /** Null for the system. */
  by: PersonRef | null;
  as: 'HOST' | Side | 'COMMITTEE' | null;
  /** A random id per installation of the client. */
  deviceId: string | null;
  /** The owner of the card that the event concerns; null if it concerns no single card. */
  about: PersonRef | null;
  /** A sentence that describes the event. */
  words: string;
  changes: StoryChange[];
  /** Markers from then on (null for none); empty if the event changes none. */
  markers: { card: PersonRef; marker: PersonRef | null }[];
  signature: StorySignature | null;
  /** Hash of the event, and of the previous event in its stream. */
  hash: string;
  prevHash: string | null;
}

/**
 * A card as of one revision. Lists have 18 elements, hole 1 first. `audit verify` compares all fields of a bundle's
 * cards: a field more, and it refuses bundles of earlier builds.
 */
export interface StoryCard {
  player: PersonRef;
  marker: PersonRef | null;
  dailyHandicap: number;
  playerEntries: StoryScore[];
  markerEntries: StoryScore[];
  /** The scores that count: the marker's, with the committee's corrections applied. */
  counting: StoryScore[];
  playerSigned: boolean;
  markerSigned: boolean;
  verified: boolean;
  withdrawn: boolean;
  /** Numbers of the holes that the committee corrected. */
  correctedHoles: number[];
  mismatches: number[];
}

/** A round as summarised above its audit trail. */
export interface StoryRound extends RoundStartOrNone {
  matchId: string;
  course: { id: string; name: string };
  /** The course's time zone (IANA name), in which the round's times are shown. */
  timeZone: string;
  matchType: Format;
  playType: PlayType;
  tee: Tee;
  players: PersonRef[];
}

/** `GET /api/ops/rounds/{matchId}`, for AUDITOR and the course's COMMITTEE: every event, oldest first. */
export type RoundStoryAnswer = Ok & {
  round: StoryRound;
  /** Pars by player id, hole 1 first; empty before the start. */
  pars: Record<string, number[]>;
  /** Strokes received by player id, hole 1 first; negative if given back. Empty before the start. */
  received: Record<string, number[]>;
  lines: StoryLine[];
  /** The cards after the last line. */
  cards: StoryCard[];
  /** Whether the hash chain is intact; if not, the first event that was changed, and a sentence why. */
  proof: { whole: true } | { whole: false; eventId: string; revision: string; fault: string };
  /** Whether the requesting golfer may correct this round's cards as its committee. */
  mayCorrect: boolean;
};

/** `POST /api/match/{matchId}/corrections`, for the COMMITTEE of the round's course. */
export interface CorrectionCall {
  /** The card's owner. */
  userId: string;
  reason: CorrectionReason;
  /** The committee's note, 1 to `LIMITS.correctionNoteMax` characters; required for OTHER. */
  note?: string;
  holes: {
    holeNumber: number;
    /** Null with `noScore`. */
    strokes: number | null;
    noScore?: boolean;
    /** Id of the counting entry that was shown; refused with SCORE_CHANGED if another one counts now. */
    replaces?: string;
  }[];
}

/** A started round in the list for committees and auditors. */
export interface FoundRound {
  matchId: string;
  startedAt: string;
  /** `correctedAt`: when the committee last corrected the card; null if never. */
  cards: (Pick<StoryCard, 'player' | 'verified' | 'withdrawn'> & { correctedAt: string | null })[];
}

/**
 * `GET /api/ops/rounds?course=…&day=…`, for AUDITOR and the course's COMMITTEE: match rounds that started on that
 * course-local day, latest first. `more`: whether further rounds were left out.
 */
export type FoundRoundsAnswer = Ok & { rounds: FoundRound[]; more: boolean };

/** A nightly backup, or the failed attempt at one. */
export interface BackupSummary extends DiskSpace {
  madeAt: string;
  /** Why the backup is missing or unusable; null if it was made, verified and restored as a trial. */
  problem: string | null;
  /** Null if there is no backup. */
  events: number | null;
  bytes: number | null;
}

/** FAILED: the last backup failed. STALE: the last good one is older than a night. DISK: too little room for more. */
export type BackupWarning = 'FAILED' | 'STALE' | 'DISK';

/** State of the nightly backups. `last` and `lastGood` are null if there was none: STALE from `backupMissingMs` on. */
export interface BackupsAnswer extends Ok {
  last: BackupSummary | null;
  lastGood: BackupSummary | null;
  warnings: BackupWarning[];
  /** Disks with less free space than `diskFreeBytesMin`, as far as the api sees them; missing if unknown. */
  fullDisks?: DiskSpace[];
}

/** The free space on a folder's disk. */
export interface DiskSpace {
  /** Path on the machine that looked at it. */
  folder: string;
  /** Null if the folder could not be looked at. */
  freeBytes: number | null;
}
