import type { CurrentMatch, Round } from '@fairmark/contract';
import { shortName } from '../../text/words.js';

interface ResumedMatch {
  match: { course: { name: string } };
  rounds: readonly Pick<Round, 'player' | 'marker' | 'withdrawn' | 'incompleteHoles'>[];
}

/** "Hole 7 · Royal Sandhurst"; for a golfer who left the round but still marks: "Alex's card: 15 holes to enter". */
export function resumeWords(
  current: CurrentMatch,
  answer: ResumedMatch | undefined,
  hole: number | null,
  me: string,
): string {
  const at = answer === undefined ? '' : ` · ${answer.match.course.name}`;
  if (current.started) return markerWords(answer, me) ?? `Hole ${hole ?? current.nextHole ?? 1}${at}`;
  return current.isHost ? `Your round settings${at}` : `Your player settings${at}`;
}

/** The holes that a golfer with a withdrawn card still has to enter as marker; null for others. */
function markerWords(answer: ResumedMatch | undefined, me: string): string | null {
  if (answer === undefined || !hasLeft(answer, me)) return null;
  const marked = answer.rounds.find(({ marker, withdrawn }) => marker?.id === me && !withdrawn);
  if (marked === undefined) return null;
  const owed = marked.incompleteHoles.marker.length;
  return `${shortName(marked.player)}'s card: ${owed} ${owed === 1 ? 'hole' : 'holes'} to enter`;
}

/** Whether the golfer has withdrawn from the round; such a golfer may still mark in it, and may play another. */
export function hasLeft({ rounds }: Pick<ResumedMatch, 'rounds'>, me: string): boolean {
  return rounds.some(({ player, withdrawn }) => player.id === me && withdrawn);
}
