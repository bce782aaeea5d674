import type { LeaderboardSort } from '@fairmark/contract';
import {
  applyMatchEvent,
  countingEntries,
  isMatchEvent,
  upcast,
  type Card,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { rankRounds, type RankedRound } from '@fairmark/read-models';
import { cardTotals, type CardTotals, type Format, type ScoredCard } from '@fairmark/scoring';
import { Failed, messageOf } from '../shell/failure.js';
import { eventsOf } from '../shell/events-of.js';

/** A leaderboard as it stood at a moment, worked out from the log alone: derived tables only know how things are now. */

/** Which board: of a course and one of its days, at a moment (ISO 8601, UTC; what was recorded then counts). */
export interface BoardOf {
  courseId: string;
  day: string;
  at: string;
}

interface Round {
  state: MatchState;
  card: Card;
  scored: ScoredCard;
  totals: CardTotals;
}

/** A place of the board. Ids alone. */
export interface BoardPlace extends Omit<RankedRound<Round>, 'round'> {
  matchId: string;
  userId: string;
  markerId: string | null;
  matchType: Format;
  dailyHandicap: number;
  totals: Pick<CardTotals, 'stableford' | 'par' | 'gross' | 'nett' | 'includesNoScore'>;
  startedAt: string;
  verifiedAt: string | null;
  correctedAt: string | null;
}

/**
 * The rounds of a course and day as they stood, in the order in which they were created. Reads the whole log: what was recorded
 * later is passed over. Throws `Failed` at an event that cannot be read: a board without it would be another one.
 */
export async function matchesOf(
  store: EventStore,
  { courseId, day, at }: BoardOf,
  { signal, onEvent }: { signal: AbortSignal; onEvent: () => void },
): Promise<MatchState[]> {
  const matches = new Map<string, MatchState>();
  for await (const stored of eventsOf(store, null, signal)) {
    onEvent();
    if (stored.metadata.recordedAt > at || !stored.stream.startsWith('match-')) continue;
    const known = matches.get(stored.stream) ?? null;
    if (known === null && !isOn(stored, courseId)) continue;
    const state = applied(known, stored);
    // Of another day, or never started: most of the log is let go at once.
    if (state.status === 'ENDED' ? state.cards.size === 0 : state.day !== null && state.day !== day) {
      matches.delete(stored.stream);
    } else matches.set(stored.stream, state);
  }
  return [...matches.values()].filter((state) => state.day === day);
}

/** Places of verified cards, best first; what a countback cannot separate stays in the order of the start. */
export function boardOf(matches: readonly MatchState[], sort: LeaderboardSort): BoardPlace[] {
  const rounds = matches
    .filter(({ playType }) => playType === 'COMPETITION')
    .flatMap((state) => [...state.cards.values()].map((card) => ({ state, card })))
    .filter(({ card }) => card.verified && !card.withdrawn)
    .map(({ state, card }) => ({ state, card, scored: scoredCard(state, card) }))
    .map((one) => ({ ...one, totals: cardTotals({ ...one.scored, format: one.state.matchType }) }))
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  const of = { totals: (round: Round) => round.totals, card: (round: Round) => round.scored };
  return rankRounds(rounds, sort, of).map(({ round: { state, card, totals }, ...place }): BoardPlace => ({
    ...place,
    matchId: state.matchId,
    userId: card.userId,
    markerId: card.markerId,
    matchType: state.matchType,
    dailyHandicap: card.settings.dailyHandicap,
    totals,
    startedAt: state.startedAt ?? '',
    verifiedAt: card.verifiedAt,
    correctedAt: card.corrections.at(-1)?.correctedAt ?? null,
  }));
}

function isOn({ type, data }: RecordedEvent, courseId: string): boolean {
  if (type !== 'MatchCreated' || typeof data !== 'object' || data === null || !('course' in data)) return false;
  const { course } = data;
  return typeof course === 'object' && course !== null && 'courseId' in course && course.courseId === courseId;
}

function applied(state: MatchState | null, stored: RecordedEvent): MatchState {
  try {
    const event = upcast(stored);
    if (!isMatchEvent(event)) throw new Error(`${event.type} is no event of a match`);
    return applyMatchEvent(state, event, { id: event.id, recordedAt: event.metadata.recordedAt });
  } catch (error) {
    const where = `event ${stored.id} of ${stored.stream}, position ${stored.position}`;
    throw new Failed(`The board cannot be told, because ${where} cannot be read (${messageOf(error)}).`, [], {
      cause: error,
    });
  }
}

function scoredCard(state: MatchState, card: Card): ScoredCard {
  const holes = state.course.byGender[card.settings.gender]?.holes ?? [];
  return {
    entries: countingEntries(card),
    holes: holes.toSorted((a, b) => a.number - b.number),
    dailyHandicap: card.settings.dailyHandicap,
  };
}

/** The start, then the ids: each of a fixed length, so that the texts sort as their parts would. */
function keyOf({ state, card }: Round): string {
  return `${state.startedAt ?? ''} ${state.matchId} ${card.userId}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
