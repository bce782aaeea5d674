import type { PersonRef, RoundStoryAnswer, StoryChange, StoryLine, StoryScore } from '@fairmark/contract';
import { HOLES, scoresAgree, type CardEntry } from '@fairmark/scoring';

/** A hole of a card at a step: the score of each side, of which the committee's replaces the marker's; null: none. */
export interface ReplayHole extends Record<StoryChange['side'], StoryScore> {
  number: number;
  /** Whether both sides have entered the hole with different results. */
  mismatch: boolean;
  /** Id of the event whose score counts: the committee's, otherwise the marker's; null: none. */
  countsFrom: string | null;
  changed: StoryChange | null;
}

/** A card at a step. */
export interface ReplayCard {
  player: PersonRef;
  /** The marker at that step; null: none. */
  marker: PersonRef | null;
  holes: ReplayHole[];
  /** The steps in which each side signed; none if unsigned or reopened. */
  signed: Partial<Record<'PLAYER' | 'MARKER', StoryLine>>;
  verified: boolean;
  withdrawn: boolean;
  corrected: boolean;
  touched: boolean;
}

/** The score that counts on a hole: the committee's, otherwise the marker's. */
export const countingOf = ({ COMMITTEE, MARKER }: ReplayHole): StoryScore => COMMITTEE ?? MARKER;

/** The cards after the lines 0 to `index`. If not `started`, that is before the start and there are no cards yet. */
export function replayAt(story: RoundStoryAnswer, index: number) {
  const { lines, cards } = story;
  const replayed = new Map(cards.map(({ player }) => [player.id, emptyCard(player)]));
  let started = false;
  for (const [step, line] of lines.slice(0, index + 1).entries()) {
    started ||= line.type === 'MatchStarted';
    apply(replayed, line, step === index);
  }
  for (const card of replayed.values()) {
    for (const hole of card.holes) hole.mismatch = differs(story, card, hole);
  }
  return { started, cards: [...replayed.values()] };
}

/** Whether both sides of a hole disagree, by the rule used on the card itself. */
function differs(
  { round, pars, received }: RoundStoryAnswer,
  card: ReplayCard,
  { number, PLAYER: player, MARKER: marker }: ReplayHole,
): boolean {
  if (player === null || marker === null) return false;
  const [par, strokesReceived] = [pars, received].map((of) => of[card.player.id]?.[number - 1]);
  if (par === undefined || strokesReceived === undefined) return player !== marker;
  const sides = { player: entryOf(player), marker: entryOf(marker) };
  try {
    return !scoresAgree({ format: round.matchType, par, strokesReceived, ...sides });
  } catch {
    // Impossible entries: the record was tampered with.
    return player !== marker;
  }
}

/** A score of the story as an entry. */
export const entryOf = (score: StoryScore): CardEntry => ({
  strokes: score === 'NS' ? null : score,
  noScore: score === 'NS',
});

const EMPTY_HOLE = { PLAYER: null, MARKER: null, COMMITTEE: null, mismatch: false, countsFrom: null, changed: null };

function emptyCard(player: PersonRef): ReplayCard {
  const holes = Array.from({ length: HOLES }, (_, index) => ({ ...EMPTY_HOLE, number: index + 1 }));
  const marks = { verified: false, withdrawn: false, corrected: false, touched: false };
  return { player, marker: null, holes, signed: {}, ...marks };
}

function apply(cards: ReadonlyMap<string, ReplayCard>, line: StoryLine, isLast: boolean): void {
  for (const change of line.changes) {
    const hole = cards.get(change.card.id)?.holes[change.holeNumber - 1];
    if (hole !== undefined) enter(hole, change, line, isLast);
  }
  for (const { card, marker } of line.markers) {
    const markedCard = cards.get(card.id);
    if (markedCard !== undefined) markedCard.marker = marker;
  }
  const about = line.signature?.card ?? line.about ?? line.changes[0]?.card;
  const card = about === undefined ? undefined : cards.get(about.id);
  if (card === undefined) return;
  card.touched = isLast;
  if (line.signature === null) Object.assign(card, MARKS[line.type]);
  else card.signed = { ...card.signed, [line.signature.as]: line };
}

function enter(hole: ReplayHole, change: StoryChange, line: StoryLine, isLast: boolean): void {
  hole[change.side] = change.to;
  if (change.side !== 'PLAYER') hole.countsFrom = change.to === null ? null : line.eventId;
  if (isLast) hole.changed = change;
}

/** How events without entries change their card. */
const MARKS: Readonly<Record<string, Partial<ReplayCard>>> = {
  CardVerified: { verified: true },
  CardReopened: { signed: {} },
  CardCorrected: { corrected: true },
  PlayerWithdrew: { withdrawn: true },
};

/** The kinds of steps that are shown differently; `broken`: the first that fails the proof. */
export type StepKind = 'broken' | 'entry' | 'signature' | 'correction' | 'reopening' | 'other';

export function kindOf({ eventId, type, changes, signature }: StoryLine, proof: RoundStoryAnswer['proof']): StepKind {
  if (!proof.whole && proof.eventId === eventId) return 'broken';
  if (type === 'CardCorrected') return 'correction';
  if (type === 'CardReopened') return 'reopening';
  if (signature !== null) return 'signature';
  return changes.length > 0 ? 'entry' : 'other';
}
