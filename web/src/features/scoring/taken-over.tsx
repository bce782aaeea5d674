import { useState } from 'react';
import { whose, type ScoringCard } from '../../shared/scoring/cards.js';
import { listed } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { announce } from '../../ui/live-region.js';

/** Names, until the next hole, the cards that I have come to mark: their marker has left, or the host chose me. */
export function TakenOver({ cards, holeNumber }: { cards: readonly ScoringCard[]; holeNumber: number }) {
  const [taken, setTaken] = useState<{ words: string; on: number } | null>(null);
  useChange(cards, (known) => {
    const fresh = cards.filter(({ isMine, userId }) => !isMine && known.every((one) => one.userId !== userId));
    if (fresh.length === 0) return;
    const words = `You now mark ${listed(fresh.map(whose))} card${fresh.length === 1 ? '' : 's'}`;
    setTaken({ words, on: holeNumber });
    announce(words);
  });
  return taken?.on === holeNumber && <Banner kind="info" title={taken.words} />;
}
