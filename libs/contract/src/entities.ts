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

/** What the wire carries. Times are ISO 8601 in UTC; positions and revisions are decimal strings. */

export interface PersonRef {
  id: string;
  fullName: string;
}

export interface CourseRef {
  id: string;
  name: string;
  clubName: string;
  courseName: string;
}

/** The signed-in golfer, as only that golfer sees it. */
export interface OwnUser extends PersonRef {
  email: string;
  golflinkNumber: string;
  handicap: number;
  handicapForShow: string;
  gender: Gender;
  avatar: string | null;
  homeCourse: CourseRef | null;
  /** Recent fellow players, latest first; the invite search offers them first. */
  markers: PublicUser[];
}

/** A device on which a golfer is signed in, as only that golfer sees it. */
export interface SessionSummary {
  id: string;
  /** What it calls itself, such as "iPhone, Safari"; null when it does not say. */
  device: string | null;
  /** ISO 8601. */
  signedInAt: string;
  /** ISO 8601, to the hour. */
  usedAt: string;
  /** The session of this call. */
  isThis: boolean;
}

/** What any signed-in golfer may see of another: never email or golf number. */
export interface PublicUser extends PersonRef {
  handicap: number;
  handicapForShow: string;
  avatar: string | null;
  homeCourse: Pick<CourseRef, 'clubName'> | null;
}

/** One number of a rating set, or the words that stand in its place: either `rating` or `ratingCopy`. */
export interface CourseRating {
  ratingKind: RatingKind;
  tee: Tee;
  gender: Gender;
  rating?: number;
  /** The club's words where there is no number, such as "Being rated". Without the number no daily handicap is known. */
  ratingCopy?: string;
}

export interface HoleDistance {
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
  /** What another tee has of its own; the standard values of that gender hold for the rest. */
  championship?: Partial<HoleDistance>;
  ladiesChampionship?: Partial<HoleDistance>;
  pro?: Partial<HoleDistance>;
  ladiesPro?: Partial<HoleDistance>;
}

export interface Course extends CourseRef {
  state: AustralianState;
  image: { small: { url: string }; large: { url: string } } | null;
  tees: { tee: Tee; name: string | null; colour: string | null }[];
  /** How many holes; the list of them is `holesList`. */
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

/** One hole of the card that one player plays: his or her par, index, distance and strokes received. */
export interface CardHole {
  number: number;
  par: number;
  distance: number;
  index: StrokeIndex;
  strokesReceived: number | null;
}

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
  /** The players whose card I keep. */
  marking: { id: string; fullName: string; settings: Omit<UserMatchSettings, 'marking' | 'markerMatchSettings'> }[];
  match: Pick<Match, 'id' | 'playType' | 'matchType' | 'tee'>;
}

/** One person's entry for one hole of one card. */
export interface ScoreEntry extends CardEntry {
  /** The entry's id: what a later score names in `replaces`. */
  id: string;
  holeNumber: number;
  /** The result in the round's own format. */
  score: number | null;
  scoreStableford: number;
  scorePar: number;
  scoreStrokes: number | null;
  scoreStroke: number | null;
  createdAt: string;
  matchId: string;
  /** Whose card. */
  userId: string;
  side: Side;
  enteredBy: PersonRef;
}

export type ScoreTotals = Omit<CardTotals, 'nettToPar' | 'score'>;

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
  /** Equal result, different strokes: the card shows the marker's. */
  differentStrokes: boolean;
  /** Strokes on the final card: the marker's, or the committee's correction; par + 2 for a No Score. */
  strokes: number | null;
  noScore: boolean;
  /** The committee put it right. */
  corrected: boolean;
}

/** What stands in one place of a card: strokes, No Score, nothing. */
export type StoryScore = number | 'NS' | null;

/** A correction as everybody who sees the round sees it. */
export interface CardCorrection {
  correctionId: string;
  by: PersonRef;
  at: string;
  reason: CorrectionReason;
  /** Null: none was written, or it was erased. */
  note: string | null;
  holes: { holeNumber: number; from: StoryScore; to: StoryScore }[];
}

export interface Round {
  player: PersonRef;
  marker: PersonRef | null;
  handicap: number;
  dailyHandicap: number;
  dailyHandicapForShow: string;
  holes: RoundHole[];
  scoreTotals: ScoreTotals;
  signatures: CardSignature[];
  /** The player, once the player has signed; the marker's signature is in `signatures` alone. */
  signedByUserId: string | null;
  verified: boolean;
  withdrawn: boolean;
  cannotBeVerified: boolean;
  mismatchingScoreHoleNumbers: number[];
  incompleteHoles: { player: number[]; marker: number[] };
  /** By the committee, in their order. */
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
  /** `holes`: how many. */
  course: CourseRef & { holes: number };
  /** Weeks, 4 to 15. */
  duration: number;
  /** Whole weeks that have passed, 0 to `duration`. */
  weeksPlayed: number;
  days: Weekday[];
  /** Percent of the daily handicap that nett results take off: 100, 75, 50 or 0. */
  allowance: number;
  /** In the order in which they were added; in a list of competitions the first `competitionNamesShown` of them. */
  players: PublicUser[];
  /** How many there are. */
  playerCount: number;
  /** First and last day on which rounds count. */
  startDate: string;
  endDate: string;
  /** Rounds that are verified before this moment count. */
  verifiedBefore: string;
  createdAt: string;
  isFinished: boolean;
}

/** How a competition stands by gross, for the golfer who asks. */
export interface CompetitionStanding {
  /** My rank, `T3` where it is shared; null while no round of mine counts, or I do not play. */
  rank: string | null;
  /** Who is first with a score on every hole: several where countback left them tied, `competitionNamesShown` at most. */
  leaders: PersonRef[];
  /** Their strokes; null: no card is whole yet. */
  best: number | null;
}

/** A competition in my list. A process of the release before says nothing of its standing. */
export type ListedCompetition = Competition & { standing?: CompetitionStanding };

/** Where a hole of an eclectic comes from. */
export interface RoundRef {
  matchId: string;
  day: string;
}

/** The same in a competition, where the match of another player's round may be unsaid. */
export interface HoleOrigin {
  matchId: string | null;
  day: string;
  /** Tells the rounds of a row apart; a process of the release before says the match instead. */
  round?: number;
}

/** A hole of a competition's row: the best gross score so far. */
export interface CompetitionHole {
  holeNumber: number;
  /** Null: no score yet, or No Scores alone. */
  scoreStroke: number | null;
  /** Points of that score, by the daily handicap of its own round. */
  scoreStableford: number | null;
  /** Par as the round that set the hole has it, otherwise the latest round; null while no round counts. */
  holeParUnadjusted: number | null;
  /** Every round that counts has No Score here. */
  noScore: boolean;
  /** The first round that reached this score. */
  from: HoleOrigin | null;
}

/** A player's row of a competition's table. Totals are null while one of their holes has no score, ranks without a round. */
export interface CompetitionRound {
  player: PublicUser;
  /** False: neither opened it nor began a round that counts since being added. The row is a name alone. */
  shown: boolean;
  totalScoreStroke: number | null;
  totalScoreStrokeNett: number | null;
  /** Nett less the par of the player's card: what nett ranks compare. */
  totalScoreStrokeNettToPar: number | null;
  firstNineScoreStrokeNett: number | null;
  lastNineScoreStrokeNett: number | null;
  /** `T3` where a rank is shared. */
  rankLabels: { gross: string | null; nett: string | null; firstNine: string | null; lastNine: string | null };
  /** Set where this row beat the next one of the same total: the segment that decided it. */
  countback: { gross: { decidedBy: string } | null; nett: { decidedBy: string } | null };
  /** Rounds that count. */
  contributingRounds: number;
  /** Of the latest round that counts; null while there is none. */
  userMatchSettings: { dailyHandicap: number; dailyHandicapForShow: string } | null;
  /** Strokes that the allowance takes off the gross total. */
  allowedStrokes: number | null;
  holeScores: CompetitionHole[];
  /** When the last of its rounds was verified. */
  updatedAt: string | null;
  /** When the committee last corrected one of its rounds; null: never. */
  correctedAt: string | null;
}

/** A row that says its ranks as numbers too. */
export interface RankedCompetitionRound extends CompetitionRound {
  totalScoreStrokeRank: number | null;
  totalScoreStrokeNettRank: number | null;
  firstNineScoreStrokeNettRank: number | null;
  lastNineScoreStrokeNettRank: number | null;
}

/** A picture of an advert in the sizes that screens need, on the product's own address. */
export interface AdvertImage {
  /** Path on this origin, for browsers that know no `srcset`. */
  url: string;
  alt: string;
  /** As the attribute of the same name: each width once. */
  srcSet: string;
}

/** A sponsor's advert that is active now. A slot belongs to one advert of a course. */
export interface SponsorAd {
  sponsorName: string;
  /** Id of the course whose sponsor it is. */
  sponsoringCourse: string;
  /** 1 to 18: the hole on which it shows; 1 to 5 also Monday to Friday in the Clubhouse. Null: neither. */
  slot: number | null;
  /** 1 shows on Saturday, 2 on Sunday in the Clubhouse. Null: neither. */
  weekendSlot: number | null;
  text: string;
  /** Null: the advert is its name and text alone. */
  image: AdvertImage | null;
}

/** What stands where no advert has its slot. */
export interface DefaultSponsor {
  text: string;
  image: AdvertImage | null;
}
