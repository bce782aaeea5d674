import type {
  AustralianState,
  CompetitionType,
  CorrectionReason,
  Gender,
  InviteStatus,
  Format,
  PlayType,
  RatingKind,
  ScoreLabel,
  Side,
  StrokeIndex,
  Tee,
  Weekday,
} from './values.js';
import type { CardEntry, CardTotals } from '@fairmark/scoring';
import type { RoundStartOrNone } from './start.js';

/** A golfer by name. */
export interface PersonRef {
  id: string;
  fullName: string;
  /** Whether another golfer in the answer has the same first name. */
  sharesFirstName?: true;
}

/** A course. `name` is what lists show, `courseName` its name within the club. */
export interface CourseRef {
  id: string;
  name: string;
  clubName: string;
  courseName: string;
}

/** The signed-in golfer; sent only to that golfer. */
export interface OwnUser extends PersonRef {
  email: string;
  golflinkNumber: string;
  handicap: number;
  handicapForShow: string;
  gender: Gender;
  avatar: string | null;
  homeCourse: CourseRef | null;
  /** Recent fellow players, latest first, whom the invite search offers first. */
  markers: PublicUser[];
}

/** A device on which a golfer is signed in; sent only to that golfer. */
export interface SessionSummary {
  id: string;
  /** The device's description of itself, such as "iPhone, Safari"; null if it gives none. */
  device: string | null;
  signedInAt: string;
  /** Precise to the hour. */
  usedAt: string;
  /** Whether this call uses this session. */
  isThis: boolean;
}

/** What signed-in golfers may see of each other; never includes email or golf number. */
export interface PublicUser extends PersonRef {
  /** The official one, also in a lobby. */
  handicap: number;
  handicapForShow: string;
  avatar: string | null;
  homeCourse: Pick<CourseRef, 'clubName'> | null;
}

/** One number of a rating set, or a text instead: either `rating` or `ratingCopy`. */
export interface CourseRating {
  ratingKind: RatingKind;
  tee: Tee;
  gender: Gender;
  rating?: number;
  /** The club's text if there is no number, such as "Being rated". Without a number there is no daily handicap. */
  ratingCopy?: string;
}

export interface HoleDistance {
  /** Metres. */
  distance: number;
  /** One stroke index, or three (8/28/46). */
  index: StrokeIndex;
}

export interface CourseHole {
  number: number;
  par: { mens: number; ladies: number; mensChampionship: number; ladiesChampionship: number };
  standard: HoleDistance;
  ladies_standard: HoleDistance;
  ladiesStandard: HoleDistance;
  /** Values in which another tee differs from the standard values of that gender. */
  championship?: Partial<HoleDistance>;
  ladiesChampionship?: Partial<HoleDistance>;
  pro?: Partial<HoleDistance>;
  ladiesPro?: Partial<HoleDistance>;
}

export interface Course extends CourseRef {
  state: AustralianState;
  timeZone: string;
  image: { small: { url: string }; large: { url: string } } | null;
  tees: { tee: Tee; name: string | null; colour: string | null }[];
  /** Number of holes; `holesList` has the holes. */
  holes: number;
  holesList: CourseHole[];
  golflinkCourseId: string;
  handicapModifier: number;
  slopeRatings: CourseRating[];
  scratchRatings: CourseRating[];
  parRatings: CourseRating[];
}

export interface Match extends RoundStartOrNone {
  id: string;
  host: PersonRef;
  course: CourseRef & { golflinkCourseId: string; state: AustralianState };
  playType: PlayType;
  matchType: Format;
  tee: Tee;
  isSocial: boolean;
  started: boolean;
  ended: boolean;
  endReason: string | null;
  createdAt: string;
  maxGroupSize: number;
  scoreLabel: ScoreLabel;
}

/** A hole as one player plays it. */
export interface CardHole {
  number: number;
  par: number;
  /** Metres. */
  distance: number;
  index: StrokeIndex;
  strokesReceived: number | null;
}

/** What a golfer plays off in a match, the holes of the golfer's card, and who marks whom. */
export interface UserMatchSettings {
  userId: string;
  fullName: string;
  handicap: number | null;
  handicapForShow: string | null;
  dailyHandicap: number | null;
  dailyHandicapForShow: string | null;
  ready: boolean;
  course: CourseRef;
  holes: CardHole[];
  marker: PersonRef | null;
  markerMatchSettings: { course: CourseRef; dailyHandicapForShow: string | null } | null;
  /** The players whose cards the golfer marks. */
  marking: (PersonRef & { settings: Omit<UserMatchSettings, 'marking' | 'markerMatchSettings'> })[];
  match: Pick<Match, 'id' | 'playType' | 'matchType' | 'tee'>;
}

/** One side's entry for one hole of a card. */
export interface ScoreEntry extends CardEntry {
  /** The entry's id, which a later score refers to in `replaces`. */
  id: string;
  holeNumber: number;
  /** The result in the round's own format. */
  score: number | null;
  scoreStableford: number;
  scorePar: number;
  /** The same as `strokes`. */
  scoreStrokes: number | null;
  /** The same as `strokes`. */
  scoreStroke: number | null;
  createdAt: string;
  matchId: string;
  /** The card's owner. */
  userId: string;
  side: Side;
  enteredBy: PersonRef;
}

export type ScoreTotals = Omit<CardTotals, 'nettToPar'>;

export interface CardSignature {
  signedByUserId: string;
  fullName: string;
  as: Side;
  signedAt: string;
  cardHash: string;
}

export interface RoundHole {
  holeNumber: number;
  player: ScoreEntry | null;
  marker: ScoreEntry | null;
  mismatch: boolean;
  /** Both sides have the same result with different strokes; the card shows the marker's. */
  differentStrokes: boolean;
  /** Strokes on the final card: the marker's, or the committee's correction; par + 2 for a No Score. */
  strokes: number | null;
  noScore: boolean;
  corrected: boolean;
}

/** A score as written on a card: strokes, No Score, or null for none. */
export type StoryScore = number | 'NS' | null;

/** A correction as shown to all who may see the round. */
export interface CardCorrection {
  correctionId: string;
  by: PersonRef;
  at: string;
  reason: CorrectionReason;
  /** Null if there is no note, or it was erased. */
  note: string | null;
  holes: { holeNumber: number; from: StoryScore; to: StoryScore }[];
}

/** A golfer's card of a started match, as its player, its marker and the committee have entered it. */
export interface Round {
  player: PersonRef;
  marker: PersonRef | null;
  handicap: number;
  dailyHandicap: number;
  dailyHandicapForShow: string;
  holes: RoundHole[];
  scoreTotals: ScoreTotals;
  signatures: CardSignature[];
  /** The player's id once the player has signed; only `signatures` has the marker's signature. */
  signedByUserId: string | null;
  verified: boolean;
  withdrawn: boolean;
  cannotBeVerified: boolean;
  mismatchingScoreHoleNumbers: number[];
  incompleteHoles: { player: number[]; marker: number[] };
  /** Corrections by the committee, oldest first. */
  corrections: CardCorrection[];
}

export interface Invite {
  id: string;
  inviteId: string;
  status: InviteStatus;
  host: PersonRef;
  course: CourseRef;
  match: Pick<Match, 'id' | 'playType' | 'matchType' | 'tee'>;
  matchId: string;
}

export interface LobbyUser extends PublicUser {
  ready: boolean;
  isHost: boolean;
  dailyHandicap: number | null;
  dailyHandicapForShow: string | null;
  marker: PersonRef | null;
}

export interface Lobby {
  users: LobbyUser[];
  invited: (PublicUser & { inviteId: string })[];
}

/** The segment on which a result beat the next one with the same total; null if none did. */
export type Countback = {
  /** `last9`, `last6`, `last3`, or `hole18` down to `hole1`. */
  decidedBy: string;
} | null;

/** A competition as its host and players see it. Days are course-local dates, YYYY-MM-DD. */
export interface Competition {
  id: string;
  name: string;
  /** The same as `name`. */
  title: string;
  /** A line about the competition: what counts, and until when. */
  description: string;
  type: CompetitionType;
  hostId: string;
  host: PersonRef;
  course: CourseRef & { holes: number };
  /** Weeks, 4 to 15. */
  duration: number;
  /** Whole weeks that have passed, 0 to `duration`. */
  weeksPlayed: number;
  days: Weekday[];
  /** Percent of the daily handicap that nett results take off: 100, 75, 50 or 0. */
  allowance: number;
  /** In the order in which they were added; in a list of competitions only the first `competitionNamesShown`. */
  players: PublicUser[];
  playerCount: number;
  /** First and last day on which rounds count. */
  startDate: string;
  endDate: string;
  /** Rounds verified before this moment count. */
  verifiedBefore: string;
  createdAt: string;
  isFinished: boolean;
}

/** The standing of a competition by gross, for the requesting golfer. */
export interface CompetitionStanding {
  /** The golfer's rank, `T3` if shared; null while no round of the golfer counts, or if the golfer does not play. */
  rank: string | null;
  /** Who is first with a score on every hole; several if tied after countback, at most `competitionNamesShown`. */
  leaders: PersonRef[];
  /** The leaders' strokes; null while no player has a score on every hole. */
  best: number | null;
}

/** A competition in the golfer's list. Processes of the previous release omit `standing`. */
export type ListedCompetition = Competition & { standing?: CompetitionStanding };

/** A round by its match. */
export interface RoundRef {
  matchId: string;
  /** Course-local date of its start. */
  day: string;
}

/** The same in a competition; `matchId` may be withheld for another player's round. */
export interface HoleOrigin {
  matchId: string | null;
  day: string;
  /** Identifies the round within the row; processes of the previous release send `matchId` instead. */
  round?: number;
}

/** A hole of a competition's row: the best gross score so far. */
export interface CompetitionHole {
  holeNumber: number;
  /** Null if there is no score yet, or only No Scores. */
  scoreStroke: number | null;
  /** Points of that score, by the daily handicap of the round that it comes from. */
  scoreStableford: number | null;
  /** Par in the round that the score comes from, otherwise in the latest round; null while no round counts. */
  holeParUnadjusted: number | null;
  /** Whether every round that counts has No Score here. */
  noScore: boolean;
  /** The first round that reached this score. */
  from: HoleOrigin | null;
}

/** A player's row in a competition's table. Totals are null while a hole lacks a score, ranks while no round counts. */
export interface CompetitionRound {
  player: PublicUser;
  /** False, with only the name shown, until the player opens the competition or, once added, starts a counting round. */
  shown: boolean;
  totalScoreStroke: number | null;
  totalScoreStrokeNett: number | null;
  /** Nett minus the par of the player's card, by which nett ranks. */
  totalScoreStrokeNettToPar: number | null;
  firstNineScoreStrokeNett: number | null;
  lastNineScoreStrokeNett: number | null;
  /** `T3` if the rank is shared. */
  rankLabels: Record<'gross' | 'nett' | 'firstNine' | 'lastNine', string | null>;
  countback: Record<'gross' | 'nett', Countback>;
  contributingRounds: number;
  /** Settings of the latest round that counts; null if there is none. */
  userMatchSettings: { dailyHandicap: number; dailyHandicapForShow: string } | null;
  /** Strokes that the allowance subtracts from the gross total. */
  allowedStrokes: number | null;
  holeScores: CompetitionHole[];
  /** When the latest of its rounds was verified. */
  updatedAt: string | null;
  /** When the committee last corrected one of its rounds; null if never. */
  correctedAt: string | null;
}

/** A row that also has its ranks as numbers. */
export interface RankedCompetitionRound extends CompetitionRound {
  totalScoreStrokeRank: number | null;
  totalScoreStrokeNettRank: number | null;
  firstNineScoreStrokeNettRank: number | null;
  lastNineScoreStrokeNettRank: number | null;
}

/** An advert's picture in several sizes, served from the product's own origin. */
export interface AdvertImage {
  /** Path on this origin, for browsers without support for `srcset`. */
  url: string;
  alt: string;
  /** The value of the `srcset` attribute, with one URL per width. */
  srcSet: string;
}

/** A sponsor's active advert. A course has at most one advert per slot. */
export interface SponsorAd {
  sponsorName: string;
  sponsoringCourse: string;
  /** 1 to 18: the hole on which it is shown; 1 to 5 also Monday to Friday in the Clubhouse. Null for neither. */
  slot: number | null;
  /** Shown in the Clubhouse on Saturday (1) or Sunday (2). Null for neither. */
  weekendSlot: number | null;
  text: string;
  /** Null for an advert without a picture. */
  image: AdvertImage | null;
}

/** What is shown if no advert has the slot. */
export type DefaultSponsor = Pick<SponsorAd, 'text' | 'image'>;
