import type { ReactNode } from 'react';
import { Sheet } from '../../ui/dialogs.js';
import { DeleteRound } from './delete-round.js';
import type { ScoringCard } from './cards.js';

/** Properties of {@link CardSheet}. */
export interface CardSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  card: ScoringCard;
  matchId: string;
  children: ReactNode;
}

/** The card on a phone, over the hole. Deleting the round is at its far end, away from the thumb. */
export function CardSheet({ open, onOpenChange, card, matchId, children }: CardSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={card.isMine ? 'Your card' : `${card.fullName}'s card`}>
      {children}
      <DeleteRound matchId={matchId} />
    </Sheet>
  );
}
