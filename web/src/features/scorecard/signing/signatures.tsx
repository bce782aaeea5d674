import styled from '@emotion/styled';
import type { Round } from '@fairmark/contract';
import { LockOpen } from 'lucide-react';
import { reopenCard } from '../../../api/match.js';
import { Button } from '../../../ui/button.js';
import { sentence } from '../../../text/words.js';
import { announce } from '../../../ui/live-region.js';
import { SignatureLine } from '../../../golf/signature-line.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { cardName } from '../parts/names.js';
import { sidesOf } from '../parts/sides.js';
import { isLastSigning, lineText } from './signing.js';

const Lines = styled.div`
  display: grid;
  gap: var(--space-4) var(--space-6);
  @media print, (min-width: 1520px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface SignaturesProps {
  round: Round;
  me: string;
}

/** The signature lines of player and marker at the foot of a card. */
export function Signatures({ round, me }: SignaturesProps) {
  return (
    <Lines>
      {sidesOf(round, me).map((side) => (
        <SignatureLine
          key={side.as}
          role={side.as === 'PLAYER' ? 'Player' : 'Marker'}
          name={side.signature?.fullName ?? side.person?.fullName ?? '–'}
          signedAt={side.signature?.signedAt ?? null}
          waitingText={lineText(round, side)}
        />
      ))}
    </Lines>
  );
}

/** Voids a card's signatures, until it is verified; for its player and marker. */
export function ReopenCard({ matchId, round, me }: SignaturesProps & { matchId: string }) {
  const isLast = isLastSigning(round);
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" icon={<LockOpen size={18} />}>
          Reopen card
        </Button>
      }
      title={`Reopen ${cardName(round, me)}?`}
      confirmLabel="Reopen card"
      danger={isLast}
      act={() => reopenCard(matchId, round.player.id).finally(() => void refreshAfterSigning())}
      onDone={() => announce(`${sentence(cardName(round, me))} is open again`)}
    >
      {isLast
        ? "The other golfer has deleted the account and can't sign again: the card can then never be verified."
        : "Both signatures will be cleared and you'll both sign again."}
    </ConfirmAction>
  );
}
