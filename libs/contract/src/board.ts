import type { Freshness, Ok } from './calls.js';
import type { CourseRef, PersonRef } from './entities.js';
import type { Format } from './values.js';

/** A card on a board: what the leaderboard says of it in public, and no id of an account or a match. */
export interface BoardRow {
  /** The same for the same card as long as it is on the board. */
  key: string;
  /** `T3` where a rank is shared. */
  rankLabel: string;
  /** Set where this card beat the next one of the same total: the segment that decided it. */
  countback: { decidedBy: string } | null;
  fullName: string;
  dailyHandicap: number;
  /** Points, par result or nett strokes, as the format has it; null: no such total. */
  result: number | null;
  /** Nett includes a No Score. */
  noScore: boolean;
}

/** The day's cards by the measure of one format, ranked as on the leaderboard; the first `boardRowsMax` of them. */
export interface BoardStanding {
  format: Format;
  rows: BoardRow[];
}

/** `GET /api/courses/{id}/board`: what a board on the wall of a clubhouse shows of a course's today. */
export type BoardAnswer = Ok &
  Freshness & {
    course: CourseRef & { timeZone: string };
    /** Course-local date, YYYY-MM-DD. */
    day: string;
    /** The server's time: a television's own clock may be wrong. */
    now: string;
    /** Verified cards of the day. */
    cards: number;
    /** One for each format that was played, the most played first. */
    standings: BoardStanding[];
  };

/** A link that shows a course's board without a sign-in. */
export interface BoardLink {
  id: string;
  label: string;
  madeAt: string;
  /** Null: the account is gone. */
  madeBy: PersonRef | null;
  /** To a minute; null: never. */
  lastUsedAt: string | null;
}

/** `GET /api/ops/board-links`, for the committee of the course: the latest first. */
export type BoardLinksAnswer = Ok & { links: BoardLink[] };

/** `POST /api/ops/board-links`. The token is known to this answer alone. */
export type BoardLinkMadeAnswer = Ok & { link: BoardLink; token: string };
