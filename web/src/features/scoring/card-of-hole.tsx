import { Sheet } from '../../ui/overlays/dialogs.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { useWide } from '../../ui/hooks/use-wide.js';
import { Skeleton } from '../../ui/skeleton.js';
import type { CardPanelProps } from './over-the-hole.js';
import { CardPlace } from './parts/layout.js';

// The hole renders first. Its card loads while the phone is idle, or immediately on a desktop.
const Card = onDemand(
  async () => (await import('./over-the-hole.js')).CardPanel,
  <Skeleton lines={2} height={180} label="Loading the card" />,
);

interface CardOfHoleProps extends CardPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The chosen card: beside the hole on desktops, in a sheet on phones. */
export function CardOfHole({ open, onOpenChange, ...panel }: CardOfHoleProps) {
  const wide = useWide();
  const title = panel.card.isMine ? 'Scorecard' : `${panel.card.round.player.fullName}'s scorecard`;
  const content = <Card {...panel} />;
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

/** Preloads the chunk of the sheets and dialogs that open over the hole. */
export function preloadOverTheHole(): void {
  // A failure does no harm: opening one tries again.
  import('./over-the-hole.js').catch(() => undefined);
}
