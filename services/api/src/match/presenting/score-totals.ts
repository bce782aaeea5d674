import type { ScoreTotals } from '@fairmark/contract';
import type { CardTotals } from '@fairmark/scoring';

/** A card's totals as the wire shows them. */
export function presentTotals({
  stableford,
  par,
  gross,
  nett,
  includesNoScore,
  thru,
  out,
  ...rest
}: CardTotals): ScoreTotals {
  return { stableford, par, gross, nett, includesNoScore, thru, out, in: rest.in };
}
