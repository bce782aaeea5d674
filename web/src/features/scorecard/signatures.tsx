import styled from '@emotion/styled';
import type { Round } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../api/errors.js';
import { refreshMatch, reopenCard } from '../../api/match.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { SignatureLine } from '../../ui/signature-line.js';
import { cardName, lineText } from './signing.js';

const Lines = styled.div`
  display: grid;
  gap: var(--space-4) var(--space-6);
  @media (min-width: 1520px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media print {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Properties of {@link Signatures}. */
export interface SignaturesProps {
  round: Round;
  me: string;
}

/** Player's and marker's lines at the foot of a card. */
export function Signatures({ round, me }: SignaturesProps): ReactNode {
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

/** Takes the signatures of a card back: for its player and its marker, until it is verified. */
export function ReopenCard({ matchId, round, me }: SignaturesProps & { matchId: string }): ReactNode {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => reopenCard(matchId, round.player.id),
    onSuccess: () => {
      setAsking(false);
      announce(`${cardName(round, me)} is open again`);
    },
    onSettled: () => refreshMatch(matchId),
  });
  const ask = (open: boolean): void => {
    reset();
    setAsking(open);
  };
  return (
    <>
      <Button kind="secondary" icon={<LockOpen size={18} aria-hidden="true" />} onClick={() => ask(true)}>
        Reopen card
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        title={`Reopen ${cardName(round, me).replace('Your', 'your')}?`}
        confirmLabel="Reopen card"
        onConfirm={() => mutate()}
        busy={isPending}
        error={error === null ? undefined : <Banner kind="danger" title={messageOf(error)} />}
      >
        The signatures on it are void. Scores can be changed again, and player and marker sign anew.
      </Confirm>
    </>
  );
}
