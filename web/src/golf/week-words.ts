import type { Competition } from '@fairmark/contract';

/** "Week 3 of 6", "Finished", or "All 6 weeks played" while the last cards may still be signed. */
export function weekWords(competition: Pick<Competition, 'weeksPlayed' | 'duration' | 'isFinished'>): string {
  const { weeksPlayed, duration, isFinished } = competition;
  if (isFinished) return 'Finished';
  return weeksPlayed >= duration ? `All ${duration} weeks played` : `Week ${weeksPlayed + 1} of ${duration}`;
}
