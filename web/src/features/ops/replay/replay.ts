import type { PersonRef, RoundStoryAnswer, Side, StoryChange, StoryLine, StoryScore } from '@fairmark/contract';
import { HOLES, scoresAgree, type CardEntry, type Format } from '@fairmark/scoring';

/** A hole of a card at a step: the score of each side, of which the committee's replaces the marker's; null: none. */
export interface ReplayHole extends Record<StoryChange['side'], StoryScore> {
  number: number;
  /** Undefined before the start. */
  par: number | undefined;
  /** Whether both sides have entered the hole with different results. */
  mismatch: boolean;
  /** Id of the event whose score counts: the committee's, otherwise the marker's; null: none. */
  countsFrom: string | null;
  changed: StoryChange | null;
}

/** A card at a step. */
export type ReplayCard = ReturnType<typeof cardAt>;

/** The score that counts on a hole: the committee's, otherwise the marker's. */
export const countingOf = ({ COMMITTEE, MARKER }: ReplayHole): StoryScore => COMMITTEE ?? MARKER;

/** The cards after the lines 0 to `index`. If not `started`, that is before the start and there are no cards yet. */
export function replayAt(story: RoundStoryAnswer, index: number) {
  const past = story.lines.slice(0, index + 1);
  const cards = story.cards.map(({ player }) => cardAt(story, player, past));
  return { started: past.some(({ type }) => type === 'MatchStarted'), cards };
}

function cardAt(story: RoundStoryAnswer, player: PersonRef, past: readonly StoryLine[]) {
  const isOwn = (golfer?: PersonRef): boolean => golfer?.id === player.id;
  const steps = past.filter(({ signature, about, changes }) => isOwn(signature?.card ?? about ?? changes[0]?.card));
  const types = steps.map(({ type }) => type);
  const signatures = steps.slice(types.lastIndexOf('CardReopened') + 1);
  const signed = (side: Side) => signatures.findLast(({ signature }) => signature?.as === side);
  return {
    player,
    /** The marker at that step; null: none. */
    marker: past.flatMap(({ markers }) => markers).findLast(({ card }) => isOwn(card))?.marker ?? null,
    holes: holesAt(story, player, past),
    /** The steps in which each side signed; none if unsigned or reopened. */
    signed: { PLAYER: signed('PLAYER'), MARKER: signed('MARKER') },
    verified: types.includes('CardVerified'),
    withdrawn: types.includes('PlayerWithdrew'),
    corrected: types.includes('CardCorrected'),
    touched: steps.length > 0 && steps.at(-1) === past.at(-1),
  };
}

const NO_ENTRY = { PLAYER: null, MARKER: null, COMMITTEE: null, mismatch: false, countsFrom: null, changed: null };

function holesAt(story: RoundStoryAnswer, { id }: PersonRef, past: readonly StoryLine[]): ReplayHole[] {
  const [pars, received] = [story.pars[id] ?? [], story.received[id] ?? []];
  const holes = Array.from({ length: HOLES }, (_, at): ReplayHole => ({ ...NO_ENTRY, number: at + 1, par: pars[at] }));
  for (const line of past) {
    for (const change of line.changes) {
      const hole = change.card.id === id ? holes[change.holeNumber - 1] : undefined;
      if (hole === undefined) continue;
      hole[change.side] = change.to;
      if (change.side !== 'PLAYER') hole.countsFrom = change.to === null ? null : line.eventId;
      if (line === past.at(-1)) hole.changed = change;
    }
  }
  return holes.map((hole, at) => ({ ...hole, mismatch: differs(hole, received[at], story.round.matchType) }));
}

/** Whether both sides of a hole disagree, by the rule used on the card itself. */
function differs({ par, PLAYER, MARKER }: ReplayHole, strokesReceived: number | undefined, format: Format): boolean {
  if (PLAYER === null || MARKER === null) return false;
  if (par === undefined || strokesReceived === undefined) return PLAYER !== MARKER;
  try {
    return !scoresAgree({ format, par, strokesReceived, player: entryOf(PLAYER), marker: entryOf(MARKER) });
  } catch {
    // Impossible entries: the record was tampered with.
    return PLAYER !== MARKER;
  }
}

/** A score of the story as an entry. */
export const entryOf = (score: StoryScore): CardEntry => ({
  strokes: score === 'NS' ? null : score,
  noScore: score === 'NS',
});

/** The kinds of steps that are shown differently; `broken`: the first that fails the proof. */
export type StepKind = 'broken' | 'entry' | 'signature' | 'correction' | 'reopening' | 'other';

export function kindOf({ eventId, type, changes, signature }: StoryLine, proof: RoundStoryAnswer['proof']): StepKind {
  if (!proof.whole && proof.eventId === eventId) return 'broken';
  if (type === 'CardCorrected') return 'correction';
  if (type === 'CardReopened') return 'reopening';
  if (signature !== null) return 'signature';
  return changes.length > 0 ? 'entry' : 'other';
}
