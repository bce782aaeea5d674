import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import type { BothEntries, ScoringCard } from './cards.js';
import { differenceText, markersStrokesText, scoredText } from './result-words.js';

/** Properties of {@link DifferenceNote}. */
export interface DifferenceNoteProps {
  card: ScoringCard;
  both: BothEntries;
  me: string;
  /** False: equal results from different strokes, which is only worth knowing. */
  mismatch: boolean;
  /** Takes the other side's value over as my own score; absent where nothing can be changed. */
  onUse?: () => void;
}

/** What player and marker see as soon as they have entered different scores; nobody is stopped from playing on (decisions B11). */
export function DifferenceNote({ card, both, me, mismatch, onUse }: DifferenceNoteProps) {
  if (!mismatch) return <Banner kind="info" title={markersStrokesText(card, both)} />;
  return (
    <Banner
      kind="danger"
      title={differenceText(both, me)}
      action={
        onUse && (
          <Button kind="secondary" onClick={onUse}>
            Use {scoredText(both.theirs)}
          </Button>
        )
      }
    />
  );
}
