import styled from '@emotion/styled';
import type { Round } from '@fairmark/contract';
import { LockOpen } from 'lucide-react';
import { reopenCard } from '../../../api/match.js';
import { Button } from '../../../ui/button.js';
import { announce } from '../../../ui/live-region.js';
import { SignatureLine } from '../../../golf/signature-line.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { possessive } from '../parts/names.js';
import { cardName, isLastSigning, lineText } from './signing.js';

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
  const signedAt = (as: 'PLAYER' | 'MARKER') => round.signatures.find((signature) => signature.as === as);
  const marker = signedAt('MARKER');
  return (
    <Lines>
      <SignatureLine
        role="Player"
        name={round.player.fullName}
        signedAt={signedAt('PLAYER')?.signedAt ?? null}
        waitingText={lineText(round, 'PLAYER', me)}
      />
      <SignatureLine
        role="Marker"
        name={marker?.fullName ?? round.marker?.fullName ?? '–'}
        signedAt={marker?.signedAt ?? null}
        waitingText={lineText(round, 'MARKER', me)}
      />
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
      title={`Reopen ${possessive(round.player, me)} card?`}
      confirmLabel="Reopen card"
      danger={isLast}
      act={() => reopenCard(matchId, round.player.id).finally(() => void refreshAfterSigning())}
      onDone={() => announce(`${cardName(round, me)} is open again`)}
    >
      {isLast
        ? "The other golfer has deleted the account and can't sign again: the card can then never be verified."
        : "Both signatures will be cleared and you'll both sign again."}
    </ConfirmAction>
  );
}
