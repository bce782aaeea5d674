import { memo, useDeferredValue } from 'react';
import { Sheet } from '../../ui/dialogs.js';
import { useWide } from '../../ui/use-wide.js';
import { CardPanel, type CardPanelProps } from './card-panel.js';
import { DeleteRound } from './delete-round.js';
import { CardPlace } from './layout.js';

const Card = memo(CardPanel);

/** Properties of {@link CardOfHole}. */
export interface CardOfHoleProps extends CardPanelProps {
  /** I have a card in this round: whoever has left it may still keep another's. */
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
  const title = panel.card.isMine ? 'Your card' : `${panel.card.fullName}'s card`;
  const deletion = playing && <DeleteRound matchId={panel.match.match.id} />;
  if (wide) {
    return (
      <CardPlace aria-labelledby="card-heading">
        <h2 id="card-heading">{title}</h2>
        <Card {...panel} card={card} />
        {deletion}
      </CardPlace>
    );
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      <Card {...panel} card={card} />
      {deletion}
    </Sheet>
  );
}
