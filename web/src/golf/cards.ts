import type { CardHole, MatchAnswer, Round, Side } from '@fairmark/contract';

/** Par, index and strokes received of a card's holes, from the match: for my card and those I mark; else null. */
export function holesOfCard({ userMatchSettings: mine }: MatchAnswer, userId: string): CardHole[] | null {
  if (mine?.userId === userId) return mine.holes;
  return mine?.marking.find(({ id }) => id === userId)?.settings.holes ?? null;
}

/** My role on a card; null for neither. */
export function partOn(round: Pick<Round, 'player' | 'marker'>, me: string): Side | null {
  if (round.player.id === me) return 'PLAYER';
  return round.marker?.id === me ? 'MARKER' : null;
}

/** Whether player or marker has signed the current card, which locks it. */
export function isSigned({ signatures }: Pick<Round, 'signatures'>): boolean {
  return signatures.length > 0;
}

/** Shown on a verified card. */
export const LOCKED = 'Signed by player and marker. Only the committee can change this card now.';
