import type { Freshness, Ok } from './calls.js';
import type { Countback, CourseRef, PersonRef } from './entities.js';
import type { Format } from './values.js';

/** A card on a board: the public part of its leaderboard row, without ids of accounts or matches. */
export interface BoardRow {
  /** Identifies the card for as long as it is on the board. */
  key: string;
  /** `T3` if the rank is shared. */
  rankLabel: string;
  countback: Countback;
  fullName: string;
  dailyHandicap: number;
  /** Points, par result or nett strokes, depending on the format; null if there is no such total. */
  result: number | null;
  /** Whether nett includes a No Score. */
  noScore: boolean;
}

/** The day's first `boardRowsMax` cards in one format's ranking, as on the leaderboard. */
export interface BoardStanding {
  format: Format;
  rows: BoardRow[];
}

/** `GET /api/courses/{id}/board`: what a board on a clubhouse wall shows for a course's current day. */
export type BoardAnswer = Ok &
  Freshness & {
    course: CourseRef & { timeZone: string };
    day: string;
    /** The server's time, because a television's clock may be wrong. */
    now: string;
    /** Verified cards of the day. */
    cards: number;
    /** One for each format played that day, the most played first. */
    standings: BoardStanding[];
  };

/** A link that shows a course's board without a sign-in. */
export interface BoardLink {
  id: string;
  label: string;
  madeAt: string;
  /** Null if the account was deleted. */
  madeBy: PersonRef | null;
  /** Precise to a minute; null if never used. */
  lastUsedAt: string | null;
}

/** `GET /api/ops/board-links`, for the committee of the course, latest first. */
export type BoardLinksAnswer = Ok & { links: BoardLink[] };

/** `POST /api/ops/board-links`. Only this answer contains the token. */
export type BoardLinkMadeAnswer = Ok & { link: BoardLink; token: string };
