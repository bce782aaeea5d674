import { useDeferredValue } from 'react';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { useWide } from '../../ui/hooks/use-wide.js';
import { Skeleton } from '../../ui/skeleton.js';
import type { CardPanelProps } from './card/card-panel.js';
import { CardPlace } from './parts/layout.js';

// The hole stands first; its card is fetched with the rest of the round while the phone is idle, or at once on a desktop.
const Card = onDemand(
  async () => (await import('./over-the-hole.js')).CardPanel,
  <Skeleton lines={2} height={180} label="Loading the card" />,
);

interface CardOfHoleProps extends CardPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The chosen card: beside the hole on a desktop, over it on a phone. */
export function CardOfHole({ open, onOpenChange, ...panel }: CardOfHoleProps) {
  const wide = useWide();
  // The card may follow a moment after the tap.
  const card = useDeferredValue(panel.card);
  const title = panel.card.isMine ? 'Scorecard' : `${panel.card.fullName}'s scorecard`;
  const content = <Card {...panel} card={card} />;
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

/** Fetches the code of what opens over the hole. */
export function preloadOverTheHole(): void {
  // A miss now is no failure: opening it asks again.
  import('./over-the-hole.js').catch(() => undefined);
}
