import type { CardHole, MatchAnswer } from '@fairmark/contract';

/** Par, index and strokes received of a card's player, as the match itself has them: of my card and those I mark. */
export function holesOfCard({ userMatchSettings: mine }: MatchAnswer, userId: string): CardHole[] | null {
  if (mine?.userId === userId) return mine.holes;
  return mine?.marking.find(({ id }) => id === userId)?.settings.holes ?? null;
}
