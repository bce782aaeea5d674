import type { MatchAnswer, PersonRef, Round, RoundHole } from '@fairmark/contract';
import { holesOfCard, isSigned } from '../../../golf/cards.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { listed, sentence, shortName } from '../../../text/words.js';

/** "Alex"; "you" for the signed-in golfer. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : shortName(person);
}

/** As many missing holes are filled in one by one. */
const FEW = 5;

/** A card with its two sides, as the signed-in golfer sees it. */
function cardOf(answer: MatchAnswer, round: Round, me: string) {
  const { isSocial } = answer.match;
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
  const [player, marker] = [side('player'), side('marker')];
  const [own, other] = marker.isMine ? [marker, player] : [player, marker];
  const whose = player.isMine ? 'your' : `${player.name}'s`;
  const mayWrite = own.isMine && !isSigned(round) && !round.withdrawn;
  const missing = mayWrite ? own.missing : [];
  return {
    round,
    isSocial,
    /** Par, index and strokes received, for my card and those I mark; else null. */
    holes: holesOfCard(answer, round.player.id),
    /** Whether I am its player. */
    isMine: player.isMine,
    /** "Alex's"; "your" for mine. */
    whose,
    /** "Alex's card"; "your card". */
    name: `${whose} card`,
    player,
    marker,
    /** My side, or the player's where I have none. */
    own,
    other,
    /** Whether I may change it: I am its player or marker, it is unsigned and not withdrawn. */
    mayWrite,
    /** Whether I sign it. */
    signs: own.isMine && !isSocial && !round.cannotBeVerified && !round.withdrawn,
    /** Whether I may void its signatures, until it is verified. */
    mayReopen: own.isMine && isSigned(round) && !round.verified,
    /** The holes that I can still enter. */
    missing,
    /** Whether they are many, so that I resume the round instead of filling them in hole by hole. */
    resumes: missing.length > FEW,
    /** The sides that still have holes to enter, mine first. */
    owing: [own, other].filter((one) => one.missing.length > 0),
  };
}

/** A card of a match, as {@link cardsOf} gives it. */
export type ShownCard = ReturnType<typeof cardOf>;

/** One side of a card: the golfer, what that golfer has entered and has not, and the signature. */
export type CardSide = ShownCard['own'];

/** The cards of a match as the signed-in golfer sees them, the golfer's own first. */
export function cardsOf(answer: MatchAnswer, me: string): ShownCard[] {
  const cards = answer.rounds.map((round) => cardOf(answer, round, me));
  return cards.sort((one, other) => Number(other.isMine) - Number(one.isMine));
}

/** An issue with a hole that the golfers have to resolve, or should know. */
export interface Issue {
  card: ShownCard;
  /** `note`: the results are equal, the strokes are not. */
  kind: 'mismatch' | 'missing' | 'note';
  holeNumber: number;
  text: string;
  editable: boolean;
}

/** The issues of a card, by hole: my missing holes while they are few; not the other side's, which I can't resolve. */
export function issuesOf(card: ShownCard): Issue[] {
  const { round, isSocial, mayWrite } = card;
  if (round.withdrawn) return [];
  const missing = card.resumes ? [] : card.missing;
  return round.holes.flatMap((hole): Issue[] => {
    const { holeNumber } = hole;
    const text = sidesText(card, holeNumber);
    const of = { card, holeNumber };
    if (hole.mismatch) return [{ ...of, kind: 'mismatch', text, editable: mayWrite }];
    if (missing.includes(holeNumber)) {
      return [{ ...of, kind: 'missing', text: isSocial ? 'Not entered' : text, editable: true }];
    }
    // On a corrected hole the committee's score counts, not the marker's strokes.
    if (!hole.differentStrokes || hole.corrected) return [];
    return [{ ...of, kind: 'note', text: noteText(card, hole), editable: false }];
  });
}

/** The others' missing entries: "Alex has not entered holes 7 to 18 yet." Empty: none. */
export function otherMissingText({ round, owing }: ShownCard): string {
  const others = round.withdrawn ? [] : owing.filter(({ isMine }) => !isMine);
  return others.map(({ name, missing }) => `${name} has not entered ${holesText(missing)} yet.`).join(' ');
}

/** Both sides of a hole, mine first: "You 5 · Alex 4". */
export function sidesText({ own, other }: ShownCard, holeNumber: number): string {
  const sides = [own, other].map(({ name, entries }) => {
    const entry = entries[holeNumber - 1] ?? null;
    return `${sentence(name)} ${entry === null ? 'not entered' : scoreWords(entry)}`;
  });
  return sides.join(' · ');
}

function noteText(card: ShownCard, hole: RoundHole): string {
  const whose = card.isMine ? 'Your' : 'The';
  const shows = card.round.verified ? 'shows' : 'will show';
  return `${sidesText(card, hole.holeNumber)}. ${whose} card ${shows} the marker's ${scoreWords(hole.marker)}.`;
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
