import type { HistoryRow } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.js';
import { CORRECTED } from '../../golf/result-words.js';

/** What a round of the history is short of, or that it was corrected; nothing for another verified one. */
export function RoundState({ round }: { round: HistoryRow['userRound'] }): ReactNode {
  if (round.withdrawn) return <Chip>Withdrawn</Chip>;
  if (round.verified) return round.correctedAt === null ? null : <small>{CORRECTED}</small>;
  if (round.cannotBeVerified) return <small>No marker: cannot be verified</small>;
  return <Chip kind="danger">Unsigned</Chip>;
}
