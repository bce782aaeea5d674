import type {
  CardCorrection,
  Competition,
  RankedCompetitionRound,
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
} from './entities.js';
import type { Format, InviteStatus, PlayType, Side } from './values.js';

/** What calls answer. Every success carries `status`, the HTTP status. */
export interface Ok {
  status: number;
}

/** Where an event stands (a command's last one, or the one of a hint), so that a query can ask to see it: `?position=…&log=…`. */
export interface Written {
  position: string;
  log: string;
}

export type MatchAnswer = Ok & {
  match: Match;
  /** Of which log it is: a restored backup is another one, whose revisions say nothing about these. */
  log: string;
  revision: string;
  userMatchSettings: UserMatchSettings | null;
  scores: { userScores: ScoreEntry[]; markerScores: ScoreEntry[] };
  rounds: Round[];
  lobby: Lobby;
  hasVerifiedMarkersRound: boolean;
};

/** What every command on a match answers. `revision`: the stream's, as sockets name it. */
export type MatchCommandAnswer = Ok & Written & { revision: string };

export type CreateMatchAnswer = MatchCommandAnswer & { match: Match };

export type InviteAnswer = MatchCommandAnswer & {
  invite: { id: string; inviteId: string; userId: string; matchId: string; status: InviteStatus };
};

/** My settings as the server computed them, whatever the phone sent. */
export type ReadyAnswer = MatchCommandAnswer & {
  settings: Pick<
    UserMatchSettings,
    'handicap' | 'handicapForShow' | 'dailyHandicap' | 'dailyHandicapForShow' | 'ready'
  >;
};

export type ScoreAnswer = MatchCommandAnswer & { score: ScoreEntry | null };

/** Whose cards this call signed, and which of them both sides have signed now. */
export type VerifyAnswer = MatchCommandAnswer & { signed: string[]; verified: string[] };

/** An entry that was once made for a hole of a card, or its clearing. Times are the server's: when it arrived. */
export interface HistoryEntry {
  entryId: string;
  holeNumber: number;
  side: Side;
  /** Null for No Score, and without `noScore` for an entry that was cleared. */
  strokes: number | null;
  noScore: boolean;
  enteredBy: PersonRef;
  at: string;
  /** The entry that it took the place of; null: the side had none then. */
  replaces: string | null;
}

/** A signature that was given, or by reopening the card taken back with every other one. */
export interface HistorySignature {
  kind: 'SIGNED' | 'REOPENED';
  by: PersonRef;
  /** As whom it was signed; null for a reopening. */
  as: Side | null;
  at: string;
}

/** Everything that was ever written on one card, oldest first. Empty before the start. */
export type CardHistoryAnswer = Ok & {
  userId: string;
  revision: string;
  entries: HistoryEntry[];
  signatures: HistorySignature[];
  /** By the committee, after both have signed. */
  corrections: CardCorrection[];
  /** How many older ones were left out, because there are more than `LIMITS.cardHistoryMax`. */
  leftOut: number;
};

export interface CurrentMatch {
  matchId: string;
  isHost: boolean;
  started: boolean;
  playType: PlayType;
  /** The first hole that I have not entered, on my card or on one that I keep; null in a lobby. */
  nextHole: number | null;
}

/** How far the tables are that a query read; null: nothing applied. `stale`: behind what was asked for, or not kept. */
export interface Freshness {
  position: string | null;
  stale?: true;
}

/** `current` is null when there is nothing to resume. `maxGroupSize`: players of a match that is created now, its host included. */
export type CurrentMatchAnswer = Ok & Freshness & { current: CurrentMatch | null; maxGroupSize: number };

/** A practice round that I started and did not delete; `day` is the course's own date at its start. */
export interface PracticeRound {
  matchId: string;
  course: string;
  day: string;
}

export type LastPracticeAnswer = Ok & Freshness & { practice: PracticeRound | null };

/** A page of a list: `?limit=…&offset=…`. `nextOffset` is null on the last page. */
export interface Page {
  nextOffset: number | null;
}

/** A round as the Clubhouse shows it. `createdAt`: when it started; `day`: the course's own date then. */
export interface ClubhouseRound {
  verified: boolean;
  matchId: string;
  createdAt: string;
  day: string;
  matchType: Format;
  dailyHandicap: number;
  scoreTotals: ScoreTotals;
  /** When the committee last corrected the card; null: never. */
  correctedAt: string | null;
}

export interface LeaderboardRow {
  rank: number;
  /** `T3` where a rank is shared. */
  rankLabel: string;
  /** Set where this round beat the next one of the same total: the segment that decided it. */
  countback: { decidedBy: string } | null;
  player: PersonRef;
  marker: PersonRef | null;
  userRound: ClubhouseRound;
}

/** `day`: the course-local date shown, today's unless asked otherwise. */
export type DailyResultsAnswer = Ok & Freshness & Page & { day: string; rounds: LeaderboardRow[] };

/** What a card came to on its holes of one par. */
export interface ParResult {
  par: number;
  /** Those that have an entry. */
  holes: number;
  /** Gross strokes less par on all of them; a No Score counts as nett double bogey. */
  toPar: number;
}

/** One of my rounds. `matchId` is the one of `userRound`. */
export interface HistoryRow {
  matchId: string;
  course: CourseRef;
  player: PersonRef;
  marker: PersonRef | null;
  userRound: ClubhouseRound & {
    completeByMarker: boolean;
    withdrawn: boolean;
    /** This card has no possible marker. */
    cannotBeVerified: boolean;
    /** The lowest par first. */
    byPar: ParResult[];
  };
}

export type HistoryAnswer = Ok & Freshness & Page & { rounds: HistoryRow[] };

/**
 * A card that I have to sign, or mine that waits for its marker; once it is no longer the current match, also a round in which
 * I owe holes (docs/product.md, Clubhouse 7).
 */
export interface UnverifiedRound {
  matchId: string;
  /** Whose card. */
  userId: string;
  player: PersonRef;
  marker: PersonRef | null;
  course: string;
  day: string;
  createdAt: string;
  completeByMarker: boolean;
  /** Whose move it is: mine, to enter holes (`nextHole`) or else to sign, or that of this card's marker or player. */
  waitingFor: 'me' | 'marker' | 'player';
  /** While I owe holes on this card or the one signed with it: the first hole of the match that I have to enter; null: none. */
  nextHole: number | null;
}

export type UnverifiedRoundsAnswer = Ok & Freshness & Page & { rounds: UnverifiedRound[] };

export interface EclecticRound {
  holeScores: {
    holeNumber: number;
    scoreStroke: number | null;
    scoreStableford: number | null;
    strokeFrom: RoundRef | null;
    stablefordFrom: RoundRef | null;
  }[];
  totals: {
    totalScoreStableford: number | null;
    totalScoreStroke: number | null;
    firstNineScoreStroke: number | null;
    firstNineScoreStableford: number | null;
    lastNineScoreStroke: number | null;
    lastNineScoreStableford: number | null;
  };
  rounds: number;
}

export type EclecticRoundAnswer = Ok & Freshness & { eclecticRound: EclecticRound };

export type InvitesAnswer = Ok & Freshness & { invites: Invite[] };

/** Competitions that I host or play in, the latest first. */
export type CompetitionsAnswer = Ok & Freshness & Page & { competitions: ListedCompetition[] };

/** A competition with its table, sorted as asked. */
export type CompetitionAnswer = Ok & Freshness & { competition: Competition; rounds: RankedCompetitionRound[] };

export type CompetitionCommandAnswer = Ok & Written & { revision: string };

/** The competition as it was right after the command. */
export type CompetitionChangedAnswer = CompetitionCommandAnswer & { competition: Competition };

/** A course's adverts that are active now, each slot once, and what shows where no advert has the slot. */
export type CourseAdvertsAnswer = Ok & { sponsors: SponsorAd[]; defaultSponsor: DefaultSponsor };
