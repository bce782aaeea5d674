import type { CardHole, MatchAnswer, Round, Side } from '@fairmark/contract';

/** Par, index and strokes received of a card's player, as the match itself has them: of my card and those I mark. */
export function holesOfCard({ userMatchSettings: mine }: MatchAnswer, userId: string): CardHole[] | null {
  if (mine?.userId === userId) return mine.holes;
  return mine?.marking.find(({ id }) => id === userId)?.settings.holes ?? null;
}

/** What a golfer is to a card: its player, its marker, or only looking. */
export type Part = Side | null;

/** What I am to a card. */
export function partOn(round: Pick<Round, 'player' | 'marker'>, me: string): Part {
  if (round.player.id === me) return 'PLAYER';
  return round.marker?.id === me ? 'MARKER' : null;
}
