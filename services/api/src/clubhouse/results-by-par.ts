import type { ParResult } from '@fairmark/contract';
import { cardResults, type ScoredCard } from '@fairmark/scoring';

/** A card's result to par on its holes of each par, lowest par first. Holes without an entry are ignored. */
export function resultsByPar(card: ScoredCard): ParResult[] {
  const found = new Map<number, ParResult>();
  const results = cardResults(card, 'STROKE');
  for (const [i, { par }] of card.holes.entries()) {
    const toPar = results[i] ?? null;
    if (toPar === null) continue;
    const before = found.get(par) ?? { par, holes: 0, toPar: 0 };
    found.set(par, { par, holes: before.holes + 1, toPar: before.toPar + toPar });
  }
  return [...found.values()].sort((a, b) => a.par - b.par);
}
