import type { Match, MatchAnswer, PersonRef, Round, RoundHole } from '@fairmark/contract';
import { isSigned, partOn } from '../../../golf/cards.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { listed, sentence, shortName } from '../../../text/words.js';

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

/** Whether I may change the card: I am its player or marker, it is unsigned and not withdrawn. */
export function mayWrite(round: Round, me: string): boolean {
  return partOn(round, me) !== null && !isSigned(round) && !round.withdrawn;
}

/** An issue with a hole that the golfers have to resolve, or should know. */
export interface Issue {
  userId: string;
  /** `note`: the results are equal, the strokes are not. */
  kind: 'mismatch' | 'missing' | 'note';
  holeNumber: number;
  text: string;
  /** "Alex's card"; empty for mine. */
  card: string;
  editable: boolean;
}

/** With more missing holes than this, the round is resumed instead of filled in hole by hole. */
const FEW = 5;

/** The issues of a card, by hole: my missing holes while they are few; not the other side's, which I can't resolve. */
export function issuesOf({ isSocial }: Pick<Match, 'isSocial'>, round: Round, me: string): Issue[] {
  const { id: userId } = round.player;
  if (round.withdrawn) return [];
  const mine = myMissing(round, me);
  const missing = mine.length <= FEW ? mine : [];
  return round.holes.flatMap((hole): Issue[] => {
    const { holeNumber } = hole;
    const text = sidesText(round, holeNumber, me);
    const of = { userId, card: userId === me ? '' : cardName(round, me), holeNumber };
    if (hole.mismatch) return [{ ...of, kind: 'mismatch', text, editable: mayWrite(round, me) }];
    if (missing.includes(holeNumber)) {
      return [{ ...of, kind: 'missing', text: isSocial ? 'Not entered' : text, editable: true }];
    }
    // On a corrected hole the committee's score counts, not the marker's strokes.
    if (!hole.differentStrokes || hole.corrected) return [];
    return [{ ...of, kind: 'note', text: noteText(round, hole, me), editable: false }];
  });
}

/** The issues that I can resolve now, my own card first. */
export function toSettle({ match, rounds }: Pick<MatchAnswer, 'match' | 'rounds'>, me: string): Issue[] {
  return ownFirst(rounds, me)
    .flatMap((round) => issuesOf(match, round, me))
    .filter(({ editable }) => editable);
}

/** The cards on which I resume the round, with the holes that I have not entered, my own first. */
export function toPlay({ rounds }: Pick<MatchAnswer, 'rounds'>, me: string) {
  const cards = ownFirst(rounds, me).map((round) => ({ round, holes: myMissing(round, me) }));
  return cards.filter(({ holes }) => holes.length > FEW);
}

/** The cards, mine first. */
export function ownFirst(rounds: readonly Round[], me: string): Round[] {
  return [...rounds].sort((one, other) => Number(other.player.id === me) - Number(one.player.id === me));
}

/** The holes that I can still enter on a card. */
export function myMissing(round: Round, me: string): readonly number[] {
  return mayWrite(round, me) ? mineFirst(round, me)[0].missing : [];
}

/** The others' missing entries: "Alex has not entered holes 7 to 18 yet." Empty: none. */
export function otherMissingText(round: Round, me: string): string {
  const others = round.withdrawn ? [] : owing(round, me).filter(({ isMine }) => !isMine);
  return others.map(({ name, missing }) => `${name} has not entered ${holesText(missing)} yet.`).join(' ');
}

/** The sides that still have holes to enter on a card, mine first. */
export function owing(round: Round, me: string): CardSide[] {
  return mineFirst(round, me).filter(({ missing }) => missing.length > 0);
}

/** Both sides of a hole, mine first: "You 5 · Alex 4". */
export function sidesText(round: Round, holeNumber: number, me: string): string {
  const sides = mineFirst(round, me).map(({ name, entries }) => {
    const entry = entries[holeNumber - 1] ?? null;
    return `${sentence(name)} ${entry === null ? 'not entered' : scoreWords(entry)}`;
  });
  return sides.join(' · ');
}

function noteText(round: Round, hole: RoundHole, me: string): string {
  const whose = round.player.id === me ? 'Your' : 'The';
  const shows = round.verified ? 'shows' : 'will show';
  return `${sidesText(round, hole.holeNumber, me)}. ${whose} card ${shows} the marker's ${scoreWords(hole.marker)}.`;
}

/** "hole 3"; "holes 3, 5 and 7 to 18", with runs combined. */
export function holesText(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.flatMap(([from, to]) => {
    if (to === from + 1) return [`${from}`, `${to}`];
    return from === to ? `${from}` : `${from} to ${to}`;
  });
  return `${numbers.length === 1 ? 'hole' : 'holes'} ${listed(words)}`;
}

/** "hole 3 differs", "holes 3 and 5 differ". */
export function differText(numbers: readonly number[]): string {
  return `${holesText(numbers)} ${numbers.length === 1 ? 'differs' : 'differ'}`;
}
