import { useState } from 'react';
import { whose, type ScoringCard } from '../../shared/scoring/cards.js';
import { listed } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { announce } from '../../ui/live-region.js';

/** Names, until the next hole, the cards that I have come to mark or mark no longer: a player left, or the host chose. */
export function TakenOver({ cards, holeNumber }: { cards: readonly ScoringCard[]; holeNumber: number }) {
  const [taken, setTaken] = useState<{ words: string; on: number } | null>(null);
  useChange(cards, (known) => {
    const words = [
      ...changeWords('You now mark', cards, known),
      ...changeWords('You no longer mark', known, cards),
    ].join('. ');
    if (words === '') return;
    setTaken({ words, on: holeNumber });
    announce(words);
  });
  return taken?.on === holeNumber && <Banner kind="info" title={taken.words} />;
}

/** What happened to the marked cards that are among these but not among the others, as one sentence or none. */
function changeWords(what: string, cards: readonly ScoringCard[], others: readonly ScoringCard[]): string[] {
  const changed = cards.filter(({ isMine, userId }) => !isMine && others.every((one) => one.userId !== userId));
  return changed.length === 0 ? [] : [`${what} ${listed(changed.map(whose))} card${changed.length === 1 ? '' : 's'}`];
}
