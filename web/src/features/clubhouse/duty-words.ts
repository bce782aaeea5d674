import type { UnverifiedRound } from '@fairmark/contract';
import { firstName } from '../../text/words.js';

/** What an unverified card is waiting for: "Sign Tom's card", "Tom has still to sign your card". */
export function dutyWords(
  round: Pick<UnverifiedRound, 'waitingFor' | 'player' | 'marker' | 'completeByMarker' | 'nextHole'>,
  me: string,
): string {
  const { waitingFor, player, marker, completeByMarker, nextHole } = round;
  const card = player.id === me ? 'your card' : `${firstName(player.fullName)}'s card`;
  if (waitingFor === 'me') return nextHole === null ? `Sign ${card}` : `Continue at hole ${nextHole}`;
  if (waitingFor === 'player') return `${firstName(player.fullName)} has still to enter every hole`;
  const keeper = marker === null ? 'Your marker' : firstName(marker.fullName);
  return completeByMarker ? `${keeper} has still to sign ${card}` : `${keeper} has still to enter every hole`;
}
