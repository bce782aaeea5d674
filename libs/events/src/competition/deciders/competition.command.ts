import type { CompetitionEvent, CompetitionCourse, CompetitionType, Weekday } from '../competition.events.js';
import type { Refused } from '../../match/deciders/match.decision.js';

/** What golfers ask of a competition. Ids, courses and accounts are looked up outside: deciders neither draw nor look up. */
export type CompetitionCommand =
  | {
      type: 'CreateCompetition';
      competitionId: string;
      actorId: string;
      name: string;
      competitionType: CompetitionType;
      course: CompetitionCourse;
      /** Weeks. */
      duration: number;
      days: readonly Weekday[];
      /** Percent. */
      allowance: number;
      players: readonly string[];
      /** Those of the players who have an account. */
      accounts: ReadonlySet<string>;
    }
  /** The players from now on, in the order in which new ones were chosen; who is missing is removed. */
  | { type: 'SetPlayers'; actorId: string; players: readonly string[]; accounts: ReadonlySet<string> }
  | { type: 'DeleteCompetition'; actorId: string }
  /** A player looks at it, and so consents to be shown with all holes. */
  | { type: 'OpenCompetition'; actorId: string }
  | { type: 'LeaveCompetition'; actorId: string }
  /** The golfer's account is being deleted. `accounts`: those of the players who keep theirs. */
  | { type: 'LeaveForGood'; actorId: string; accounts: ReadonlySet<string> };

export type CompetitionCommandOf<T extends CompetitionCommand['type']> = Extract<CompetitionCommand, { type: T }>;

/** A decider's answer: what happened (nothing, where all is so already), or why not. */
export type CompetitionDecision = { ok: true; events: CompetitionEvent[] } | Refused;
