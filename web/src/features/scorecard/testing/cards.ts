import type { Match, MatchAnswer, PersonRef, Round } from '@fairmark/contract';
import { ALEX, cardHoles, eighteen, matchOf, roundOf, type ExampleCard } from '../../../outbox/testing/match.js';

/** Matches of scratch golfers, on whose cards both sides have entered 4 everywhere unless a test changes it. */

export const SAM: PersonRef = { id: 'sam', fullName: 'Sam Reid' };
export const CAT: PersonRef = { id: 'cat', fullName: 'Cat Lund' };
export const HOLES = cardHoles(0);

type Kind = Pick<Partial<Match>, 'matchType' | 'isSocial'>;

/** A card. */
export function card(written: ExampleCard, kind: Kind = {}): Round {
  return roundOf({ byPlayer: eighteen(4), byMarker: eighteen(4), ...written }, kind);
}

/** The two cards of Sam and Alex, who mark each other. */
export function twoBall(sam: Partial<ExampleCard> = {}, alex: Partial<ExampleCard> = {}): MatchAnswer {
  return answer([card({ player: SAM, marker: ALEX, ...sam }), card({ player: ALEX, marker: SAM, ...alex })]);
}

/** Sam is marked by Cat, Alex by Sam, Cat by Alex. */
export function threeBall(
  sam: Partial<ExampleCard> = {},
  alex: Partial<ExampleCard> = {},
  cat: Partial<ExampleCard> = {},
): MatchAnswer {
  return answer([
    card({ player: SAM, marker: CAT, ...sam }),
    card({ player: ALEX, marker: SAM, ...alex }),
    card({ player: CAT, marker: ALEX, ...cat }),
  ]);
}

/** A match with these cards, as Sam sees it. */
export function answer(rounds: Round[], match: Partial<Match> = {}): MatchAnswer {
  return matchOf(SAM, rounds, { id: 'match', ...match });
}
