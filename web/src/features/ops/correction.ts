import type { CorrectionCall, CorrectionReason, StoryScore } from '@fairmark/contract';
import { countingOf, type ReplayCard } from './replay/replay.js';

/** The input of the correction form. */
export interface CorrectionDraft {
  userId: string;
  /** New scores by hole number; other holes stay unchanged. */
  scores: Readonly<Record<number, StoryScore>>;
  reason: CorrectionReason | null;
  note: string;
}

/** The cards that I may correct: verified ones of other golfers. */
export function correctable(cards: readonly ReplayCard[], me: string): ReplayCard[] {
  return cards.filter(({ verified, player }) => verified && player.id !== me);
}

/** The holes to be corrected, hole 1 first; a score that already counts is left out. */
export function plannedHoles(card: ReplayCard, scores: CorrectionDraft['scores']) {
  return card.holes.flatMap((hole) => {
    const to = scores[hole.number] ?? null;
    const from = countingOf(hole);
    return to === null || to === from ? [] : [{ hole, from, to }];
  });
}

/** What is missing before the correction can be sent; empty: nothing. */
export function missingFrom(draft: CorrectionDraft, card: ReplayCard | undefined): string {
  if (card === undefined) return 'Choose a card first';
  if (plannedHoles(card, draft.scores).length === 0) return 'Choose a new score for a hole first';
  if (draft.reason === null) return 'Choose a reason first';
  return draft.reason === 'OTHER' && draft.note.trim() === '' ? 'Write down the reason first' : '';
}

/** The request body; null while something is missing. Each hole names the entry that it replaces as shown. */
export function correctionCall(draft: CorrectionDraft, card: ReplayCard | undefined): CorrectionCall | null {
  if (card === undefined || draft.reason === null || missingFrom(draft, card) !== '') return null;
  const note = draft.note.trim();
  return {
    userId: card.player.id,
    reason: draft.reason,
    ...(note === '' ? {} : { note }),
    holes: plannedHoles(card, draft.scores).map(({ hole, to }) => ({
      holeNumber: hole.number,
      strokes: to === 'NS' ? null : to,
      ...(to === 'NS' ? { noScore: true } : {}),
      ...(hole.countsFrom === null ? {} : { replaces: hole.countsFrom }),
    })),
  };
}
