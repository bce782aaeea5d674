import type { CorrectionCall, CorrectionReason, StoryScore } from '@fairmark/contract';
import { countingOf, type ReplayCard } from './replay/replay.js';

/** The input of the correction form. */
export interface CorrectionDraft {
  userId: string;
  /** New scores by hole number; holes without one stay unchanged. */
  scores: Readonly<Record<number, StoryScore>>;
  reason: CorrectionReason | null;
  note: string;
}

/** The cards that I may correct: verified ones of other golfers. */
export function correctable(cards: readonly ReplayCard[], me: string): ReplayCard[] {
  return cards.filter(({ verified, player }) => verified && player.id !== me);
}

/** What a correction changes, hole 1 first, what is missing before it can be sent, or the call that sends it. */
export function correctionOf(draft: CorrectionDraft, card: ReplayCard | undefined) {
  const { userId, scores, reason } = draft;
  // A score that already counts is left out.
  const planned = (card?.holes ?? []).flatMap((hole) => {
    const [from, to] = [countingOf(hole), scores[hole.number] ?? null];
    return to === null || to === from ? [] : [{ hole, from, to }];
  });
  const note = draft.note.trim();
  if (card === undefined) return { planned, missing: 'Choose a card first' };
  if (planned.length === 0) return { planned, missing: 'Choose a new score for a hole first' };
  if (reason === null) return { planned, missing: 'Choose a reason first' };
  if (reason === 'OTHER' && note === '') return { planned, missing: 'Write down the reason first' };
  const call: CorrectionCall = {
    userId,
    reason,
    ...(note === '' ? {} : { note }),
    // Each hole names the entry that it replaces, as it was shown.
    holes: planned.map(({ hole, to }) => ({
      holeNumber: hole.number,
      strokes: to === 'NS' ? null : to,
      ...(to === 'NS' ? { noScore: true } : {}),
      ...(hole.countsFrom === null ? {} : { replaces: hole.countsFrom }),
    })),
  };
  return { planned, missing: '', call };
}
