import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { useWide } from '../../ui/breakpoints.js';
import { Skeleton } from '../../ui/skeleton.js';
import { CardPlace } from './parts/layout.js';
import type { OpenHole } from './use-hole.js';

// The hole renders first. Its card loads while the phone is idle, or immediately on a desktop.
const Card = onDemand(
  async () => (await import('./over-the-hole.js')).CardPanel,
  <Skeleton lines={2} height={180} label="Loading the card" />,
);

/** The chosen card: beside the hole on desktops, in a sheet on phones. */
export function CardOfHole({ page, open, onOpenChange }: OpenState & { page: OpenHole }) {
  const wide = useWide();
  const { isMine, round } = page.card;
  const title = isMine ? 'Scorecard' : `${round.player.fullName}'s scorecard`;
  const openHole = (hole: number): void => {
    onOpenChange(false);
    page.toHole(hole);
  };
  const content = <Card page={page} onHole={openHole} />;
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
