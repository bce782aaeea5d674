import type { Match, MatchAnswer, PersonRef, Round, RoundHole, ScoreEntry } from '@fairmark/contract';
import { sentence, shortName } from '../../../text/words.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { called, holesText, possessive } from './names.js';
import { isSigned, partOn } from '../../../golf/cards.js';

/** Whether I may change the card: I am its player or marker, it is unsigned and not withdrawn. */
export function mayWrite(round: Round, me: string): boolean {
  return partOn(round, me) !== null && !isSigned(round) && !round.withdrawn;
}

/** My entry for a hole and the other side's, on a card of which I am player or marker. */
export function entriesOn(round: Round, holeNumber: number, me: string) {
  const { player = null, marker = null } = round.holes[holeNumber - 1] ?? {};
  return partOn(round, me) === 'MARKER' ? { mine: marker, other: player } : { mine: player, other: marker };
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
export const FEW = 5;

/** The issues of a card, by hole: my missing holes while they are few, but not the other side's, which I can't resolve. */
export function issuesOf({ isSocial }: Pick<Match, 'isSocial'>, round: Round, me: string): Issue[] {
  const { id: userId } = round.player;
  if (round.withdrawn) return [];
  const write = mayWrite(round, me);
  const missing = new Set(write ? fewMissing(round, me) : []);
  return round.holes.flatMap((hole): Issue[] => {
    const { holeNumber } = hole;
    const text = sidesText(round, hole, me);
    const of = { userId, card: userId === me ? '' : `${possessive(round.player, me)} card`, holeNumber };
    if (hole.mismatch) return [{ ...of, kind: 'mismatch', text, editable: write }];
    if (missing.has(holeNumber)) {
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

/** The cards, mine first. */
export function ownFirst(rounds: readonly Round[], me: string): Round[] {
  return [...rounds].sort((one, other) => Number(other.player.id === me) - Number(one.player.id === me));
}

/** The holes of a card that I have not entered. */
export function myMissing(round: Round, me: string): readonly number[] {
  const part = partOn(round, me);
  if (part === null) return [];
  return part === 'PLAYER' ? round.incompleteHoles.player : round.incompleteHoles.marker;
}

/** The others' missing entries: "Alex has not entered holes 7 to 18 yet." Empty: none. */
export function otherMissingText(round: Round, me: string): string {
  if (round.withdrawn) return '';
  return owing(round)
    .filter(({ person }) => person.id !== me)
    .map(({ person, holes }) => `${shortName(person)} has not entered ${holesText(holes)} yet.`)
    .join(' ');
}

/** Who still has holes to enter on a card, and which. */
export function owing({ player, marker, incompleteHoles }: Round): { person: PersonRef; holes: readonly number[] }[] {
  const sides = [
    { person: player, holes: incompleteHoles.player },
    ...(marker === null ? [] : [{ person: marker, holes: incompleteHoles.marker }]),
  ];
  return sides.filter(({ holes }) => holes.length > 0);
}

function fewMissing(round: Round, me: string): readonly number[] {
  const missing = myMissing(round, me);
  return missing.length <= FEW ? missing : [];
}

/** Both sides of a hole, mine first: "You 5 · Alex 4". */
export function sidesText(round: Round, hole: RoundHole, me: string): string {
  const player = `${sentence(called(round.player, me))} ${sideText(hole.player)}`;
  const marker = round.marker === null ? 'Marker' : sentence(called(round.marker, me));
  const other = `${marker} ${sideText(hole.marker)}`;
  return (partOn(round, me) === 'MARKER' ? [other, player] : [player, other]).join(' · ');
}

function sideText(entry: ScoreEntry | null): string {
  return entry === null ? 'not entered' : scoreWords(entry);
}

function noteText(round: Round, hole: RoundHole, me: string): string {
  const whose = round.player.id === me ? 'Your' : 'The';
  return `${sidesText(round, hole, me)}. ${whose} card ${round.verified ? 'shows' : 'will show'} the marker's ${scoreWords(hole.marker)}.`;
}
