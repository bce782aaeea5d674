import { useDeferredValue, useMemo } from 'react';
import { Sheet } from '../../../ui/overlays/dialogs.js';
import { onDemand } from '../../../ui/overlays/on-demand.js';
import { useWide } from '../../../ui/use-wide.js';
import { Skeleton } from '../../../ui/skeleton.js';
import type { CardPanelProps } from './card-panel.js';
import { DeleteRound } from '../parts/delete-round.js';
import { CardPlace } from '../parts/layout.js';

// The hole stands first; its card is fetched with the rest of the round while the phone is idle, or at once on a desktop.
const Card = onDemand(
  async () => (await import('./card-panel.js')).CardPanel,
  <Skeleton lines={2} height={180} label="Loading the card" />,
);

interface CardOfHoleProps extends CardPanelProps {
  /** I have a card in this round: a golfer who has left it may still keep another's. */
  playing: boolean;
  /** Whether the sheet is open, on a phone. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The chosen card: beside the hole on a desktop, over it on a phone. Deleting the round is at its far end, away from the thumb. */
export function CardOfHole({ playing, open, onOpenChange, ...panel }: CardOfHoleProps) {
  const wide = useWide();
  // The card may follow a moment after the tap.
  const card = useDeferredValue(panel.card);
  const title = panel.card.isMine ? 'Scorecard' : `${panel.card.fullName}'s scorecard`;
  // It comes with the card, so that nothing moves under the thumb that is on its way to it.
  const { id: matchId, isSocial } = panel.match.match;
  const deletion = useMemo(
    () => playing && <DeleteRound matchId={matchId} isSocial={isSocial} />,
    [playing, matchId, isSocial],
  );
  const content = (
    <Card {...panel} card={card}>
      {deletion}
    </Card>
  );
  if (wide) {
    return (
      <CardPlace aria-labelledby="card-heading">
        <h2 id="card-heading">{title}</h2>
        {content}
      </CardPlace>
    );
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      {content}
    </Sheet>
  );
}

/** Fetches the card's code before it is opened where there is no signal. */
export function preloadCard(): void {
  // A miss now is no failure: opening it asks again.
  import('./card-panel.js').catch(() => undefined);
}
