import type { CurrentMatch, MatchAnswer } from '@fairmark/contract';

/** "Hole 7 at Royal Sandhurst": where a match in progress goes on; without the match yet, no place. */
export function resumeWords(current: CurrentMatch, answer: MatchAnswer | undefined, hole: number | null): string {
  const at = answer === undefined ? '' : ` at ${answer.match.course.name}`;
  if (current.started) return `Hole ${hole ?? current.nextHole ?? 1}${at}`;
  return current.isHost ? `Your round settings${at}` : `Your player settings${at}`;
}
