import type { MatchAnswer } from '@fairmark/contract';
import { ApiError } from '../../api/errors.js';
import { holesText, possessive, sentence } from './names.js';

/** Why signing was refused, as the page shows it. */
export interface SignRefusal {
  /** The catalogue's text (spec section 8). */
  text: string;
  /** By card: what is missing or differs. */
  more: string[];
  /** Holes to point at, by the card's player. */
  cards: { userId: string; holes: number[] }[];
  /** Whether those holes differ; otherwise they are missing. */
  differs: boolean;
}

const PARTS: Readonly<Record<string, string>> = {
  SCORES_DONT_MATCH: 'mismatchingScoreHoleNumbers',
  ROUND_NOT_COMPLETE: 'missingHoleNumbers',
  ROUND_NOT_COMPLETE_BY_MARKER: 'missingHoleNumbers',
};

const OTHER = 'Unable to verify your round.';

/** What to say about a signing that did not succeed. */
export function signRefusal(error: unknown, rounds: MatchAnswer['rounds'], me: string): SignRefusal {
  const part = error instanceof ApiError ? PARTS[error.code] : undefined;
  if (!(error instanceof ApiError) || part === undefined) {
    const more = error instanceof ApiError && error.status !== 500 ? [error.message] : [];
    return { text: OTHER, more, cards: [], differs: false };
  }
  const cards = cardsOf(error.details['cards'], part);
  const differs = error.code === 'SCORES_DONT_MATCH';
  const more = cards.map(({ userId, holes }) => {
    const player = rounds.find((round) => round.player.id === userId)?.player;
    const card = player === undefined ? 'A card' : `${sentence(possessive(player, me))} card`;
    return `${card}: ${holesText(holes)} ${differs ? 'differ' : 'not entered'}${differs && holes.length === 1 ? 's' : ''}.`;
  });
  return { text: error.message, more, cards, differs };
}

/** Whether the cards that a refusal named are still not ready, by what the page knows. */
export function stillSo({ cards, differs }: SignRefusal, rounds: MatchAnswer['rounds']): boolean {
  if (cards.length === 0) return true;
  return rounds.some(({ player, mismatchingScoreHoleNumbers, incompleteHoles }) => {
    if (!cards.some(({ userId }) => userId === player.id)) return false;
    if (differs) return mismatchingScoreHoleNumbers.length > 0;
    return incompleteHoles.player.length + incompleteHoles.marker.length > 0;
  });
}

/** The cards of a refusal's details, as far as they are what they should be. */
function cardsOf(details: unknown, part: string): SignRefusal['cards'] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((card: unknown) => {
    if (!isRecord(card) || typeof card['userId'] !== 'string') return [];
    const holes = card[part];
    if (!Array.isArray(holes)) return [];
    return [{ userId: card['userId'], holes: holes.filter((hole) => typeof hole === 'number') }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
