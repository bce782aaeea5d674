import type { StoryLine } from '@fairmark/contract';

/** What a step is, in the few kinds that are told apart at a glance. */
export type StepKind = 'entry' | 'signature' | 'correction' | 'reopening' | 'other';

/** The kind of a step. */
export function kindOf({ type, changes, signature }: Pick<StoryLine, 'type' | 'changes' | 'signature'>): StepKind {
  if (type === 'CardCorrected') return 'correction';
  if (type === 'CardReopened') return 'reopening';
  if (signature !== null) return 'signature';
  return changes.length > 0 ? 'entry' : 'other';
}
