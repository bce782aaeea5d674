import type {
  CardCorrection,
  Competition,
  RankedCompetitionRound,
  Countback,
  CourseRef,
  DefaultSponsor,
  Invite,
  ListedCompetition,
  Lobby,
  Match,
  PersonRef,
  Round,
  RoundRef,
  ScoreEntry,
  ScoreTotals,
  SponsorAd,
  UserMatchSettings,
  CompetitionRound,
} from './entities.js';
import type { Format, InviteStatus, LeaderboardSort, PlayType, Side } from './values.js';

/** The base of every successful answer. `status` is the HTTP status. */
export interface Ok {
  status: number;
}

/** The position of a command's last event or of a hint's event. A query with `?position=…&log=…` waits to see it. */
export interface Written {
  position: string;
  log: string;
}

export type MatchAnswer = Ok & {
  match: Match;
  /** The log's id. A restored backup is another log, whose revisions cannot be compared with these. */
  log: string;
  revision: string;
  userMatchSettings: UserMatchSettings | null;
  /** The golfer's entries: as player on the own card, and as marker on the cards of others. `rounds` has all. */
  scores: { userScores: ScoreEntry[]; markerScores: ScoreEntry[] };
  rounds: Round[];
  lobby: Lobby;
  hasVerifiedMarkersRound: boolean;
};

/** The answer to every command on a match. `revision`: the stream's, as in socket hints. */
export type MatchCommandAnswer = Ok & Written & { revision: string };

export type CreateMatchAnswer = MatchCommandAnswer & { match: Match };

export type InviteAnswer = MatchCommandAnswer & {
  invite: { id: string; inviteId: string; userId: string; matchId: string; status: InviteStatus };
};

/** The golfer's settings as computed by the server. */
export type ReadyAnswer = MatchCommandAnswer & {
  settings: Pick<
    UserMatchSettings,
    'handicap' | 'handicapForShow' | 'dailyHandicap' | 'dailyHandicapForShow' | 'ready'
  >;
};

export type ScoreAnswer = MatchCommandAnswer & { score: ScoreEntry | null };

/** User ids: whose cards this call signed, and which of those cards both sides have now signed. */
export type VerifyAnswer = MatchCommandAnswer & { signed: string[]; verified: string[] };

/** An entry made for a hole of a card, or the clearing of one. `at`: when the server recorded it. */
export interface HistoryEntry {
  entryId: string;
  holeNumber: number;
  side: Side;
  /** Null for No Score; null without `noScore` if the entry was cleared. */
  strokes: number | null;
  noScore: boolean;
  enteredBy: PersonRef;
  at: string;
  /** Id of the entry that it replaced; null if the side had none. */
  replaces: string | null;
}

/** A signature, or a reopening of the card, which withdraws all of its signatures. */
export interface HistorySignature {
  kind: 'SIGNED' | 'REOPENED';
  by: PersonRef;
  /** The capacity in which the golfer signed; null for a reopening. */
  as: Side | null;
  at: string;
}

/** The history of one card, oldest first. Empty before the start. */
export type CardHistoryAnswer = Ok & {
  userId: string;
  revision: string;
  entries: HistoryEntry[];
  signatures: HistorySignature[];
  /** Corrections by the committee, after both have signed. */
  corrections: CardCorrection[];
  /** How many older entries and signatures beyond `LIMITS.cardHistoryMax` were left out. */
  leftOut: number;
};

/** The open lobby or unfinished round that a golfer can resume. */
export interface CurrentMatch {
  matchId: string;
  isHost: boolean;
  started: boolean;
  playType: PlayType;
  /** The first hole that the golfer still has to enter, as player or marker; null in a lobby. */
  nextHole: number | null;
}

/** The position of the tables; null if nothing was applied. `stale`: behind the requested position or unmaintained. */
export interface Freshness {
  position: string | null;
  stale?: true;
}

/** `current` is null if there is nothing to resume. `maxGroupSize`: for new matches, including the host. */
export type CurrentMatchAnswer = Ok & Freshness & { current: CurrentMatch | null; maxGroupSize: number };

/** A practice round that the golfer started and did not delete. */
export interface PracticeRound extends RoundRef {
  /** Its name. */
  course: string;
}

export type LastPracticeAnswer = Ok & Freshness & { practice: PracticeRound | null };

/** A page of a list (`?limit=…&offset=…`). `nextOffset` is null on the last page. */
export interface Page {
  nextOffset: number | null;
}

/** A round as the Clubhouse shows it. `createdAt`: when it started. */
export interface ClubhouseRound extends RoundRef {
  verified: boolean;
  createdAt: string;
  matchType: Format;
  dailyHandicap: number;
  scoreTotals: ScoreTotals;
  /** When the committee last corrected the card; null if never. */
  correctedAt: string | null;
}

export interface LeaderboardRow {
  rank: number;
  /** `T3` if the rank is shared. */
  rankLabel: string;
  countback: Countback;
  player: PersonRef;
  marker: PersonRef | null;
  userRound: ClubhouseRound;
}

export type DailyResultsAnswer = Ok &
  Freshness &
  Page & {
    /** The course-local date shown, by default the current one. */
    day: string;
    /** The last day before it with results on the course; null if there is none. */
    dayBefore: string | null;
    /** The format that most of its cards were played in; STABLEFORD while there are none. */
    format: Format;
    /** Of the rounds; by default that of the format. */
    sort: LeaderboardSort;
    rounds: LeaderboardRow[];
  };

/** A card's result on its holes of one par. */
export interface ParResult {
  par: number;
  /** Number of those holes with an entry. */
  holes: number;
  /** Sum of gross strokes minus par; a No Score counts as nett double bogey. */
  toPar: number;
}

/** One of the golfer's rounds. `matchId` repeats that of `userRound`. */
export interface HistoryRow {
  matchId: string;
  course: CourseRef;
  player: PersonRef;
  marker: PersonRef | null;
  userRound: ClubhouseRound & {
    completeByMarker: boolean;
    withdrawn: boolean;
    /** No golfer is left who can mark this card. */
    cannotBeVerified: boolean;
    /** Lowest par first. */
    byPar: ParResult[];
  };
}

export type HistoryAnswer = Ok & Freshness & Page & { rounds: HistoryRow[] };

/**
 * A card that the golfer has to sign, or the golfer's own card that waits for its marker. Also a round with holes left
 * to enter, once it is no longer the current match (docs/product.md, Clubhouse 7).
 */
export interface UnverifiedRound extends RoundRef {
  /** The card's owner. */
  userId: string;
  player: PersonRef;
  marker: PersonRef | null;
  /** Its name. */
  course: string;
  /** When the round started. */
  createdAt: string;
  completeByMarker: boolean;
  /** Who acts next: the golfer, to enter holes if `nextHole` is set and otherwise to sign, or the card's other side. */
  waitingFor: 'me' | 'marker' | 'player';
  /** The first hole that the golfer has to enter before this card, or the one signed with it, is complete; or null. */
  nextHole: number | null;
  /** How many holes the other signer has to enter on this card and on the one signed with it. */
  holesOwed: number;
}

export type UnverifiedRoundsAnswer = Ok & Freshness & Page & { rounds: UnverifiedRound[] };

/** The golfer's best strokes and best points on each hole of a course. */
export interface EclecticRound {
  holeScores: {
    holeNumber: number;
    /** Of the round with the best strokes, or of the latest one; it depends on the tee. Null without a round. */
    par: number | null;
    scoreStroke: number | null;
    scoreStableford: number | null;
    /** The rounds that those come from. */
    strokeFrom: RoundRef | null;
    stablefordFrom: RoundRef | null;
  }[];
  totals: Record<`${'total' | 'firstNine' | 'lastNine'}Score${'Stableford' | 'Stroke'}`, number | null>;
  rounds: number;
}

export type EclecticRoundAnswer = Ok & Freshness & { eclecticRound: EclecticRound };

export type InvitesAnswer = Ok & Freshness & { invites: Invite[] };

/** Competitions that the golfer hosts or plays in, latest first. */
export type CompetitionsAnswer = Ok & Freshness & Page & { competitions: ListedCompetition[] };

/** A competition with its table, sorted as requested. */
export type CompetitionAnswer = Ok & Freshness & { competition: Competition; rounds: RankedCompetitionRound[] };

export type CompetitionCommandAnswer = Ok & Written & { revision: string };

/** The competition right after the command. */
export type CompetitionChangedAnswer = CompetitionCommandAnswer & { competition: Competition };

/** A course's active adverts, one per slot, and the default for slots without one. */
export type CourseAdvertsAnswer = Ok & { sponsors: SponsorAd[]; defaultSponsor: DefaultSponsor };

/** Media type accepted by clients that can read a table in columns. Others get it in rows. */
export const TABLE_IN_COLUMNS = 'application/vnd.fairmark.columns+json';

/** Fields of a row that are derived from other fields, and so not sent. */
type Derived = 'player' | 'userMatchSettings' | 'holeScores';

/** A row as it is sent. Lists by hole have 18 elements, hole 1 first; null means the same as in `CompetitionRound`. */
export interface CompetitionTableRow extends Omit<CompetitionRound, Derived> {
  /** Index into the competition's `players`. */
  player: number;
  dailyHandicap: number | null;
  strokes: (number | null)[];
  points: (number | null)[];
  pars: (number | null)[];
  /** By hole, index into `days` of the round that the score comes from. */
  from: (number | null)[];
  /** Days of the rounds that scores come from, earliest first. */
  days: string[];
  /** Match ids of those rounds; only in the golfer's own row. */
  matches?: string[];
}

/** A competition with its table in columns, sorted as requested. */
export type CompetitionTableAnswer = Ok & Freshness & { competition: Competition; table: CompetitionTableRow[] };
