import type { HistoryRow } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.js';

/** What a round of the history is short of; nothing for a verified one. */
export function RoundState({ round }: { round: HistoryRow['userRound'] }): ReactNode {
  if (round.withdrawn) return <Chip>Withdrawn</Chip>;
  if (round.verified) return null;
  if (round.cannotBeVerified) return <small>No marker: cannot be verified</small>;
  return <Chip kind="danger">Unsigned</Chip>;
}
