import type { PersonRef, Round } from '@fairmark/contract';
import { shortName } from '../../../text/words.js';

/** "Alex's"; "your" for the signed-in golfer. */
export function possessive(person: PersonRef, me: string): string {
  return person.id === me ? 'your' : `${shortName(person)}'s`;
}

/** "Alex's card"; "your card" for the signed-in golfer's. */
export function cardName({ player }: Pick<Round, 'player'>, me: string): string {
  return `${possessive(player, me)} card`;
}

/** "Alex"; "you" for the signed-in golfer. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : shortName(person);
}

/** The two sides of a card, the player's first. */
export function sidesOf(round: Round, me: string) {
  const side = (key: 'player' | 'marker') => {
    const person = round[key];
    const as = key === 'player' ? 'PLAYER' : 'MARKER';
    return {
      as,
      /** Null: the card has no marker. */
      person,
      name: person === null ? 'marker' : called(person, me),
      isMine: person?.id === me,
      /** By hole; index 0 is hole 1. */
      entries: round.holes.map((hole) => hole[key]),
      missing: person === null ? [] : round.incompleteHoles[key],
      /** An earlier marker's signature remains valid. */
      signature: round.signatures.find((signature) => signature.as === as),
    } as const;
  };
  return [side('player'), side('marker')] as const;
}

/** One side of a card: the golfer, what that golfer has entered and has not, and the signature. */
export type CardSide = ReturnType<typeof sidesOf>[number];

/** The two sides of a card, mine first. */
export function mineFirst(round: Round, me: string): readonly [CardSide, CardSide] {
  const [player, marker] = sidesOf(round, me);
  return marker.isMine ? [marker, player] : [player, marker];
}
