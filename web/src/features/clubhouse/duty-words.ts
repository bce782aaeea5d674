import type { UnverifiedRound } from '@fairmark/contract';
import { counted } from '../../text/words.js';

/** What an unverified card is waiting for: "Sign Tom Tran's card", "Tom Tran has still to enter 9 holes". */
export function dutyWords(
  round: Pick<UnverifiedRound, 'waitingFor' | 'player' | 'marker' | 'nextHole' | 'holesOwed'>,
  me: string,
): string {
  const { waitingFor, player, marker, nextHole, holesOwed } = round;
  const card = player.id === me ? 'your card' : `${player.fullName}'s card`;
  if (waitingFor === 'me') return nextHole === null ? `Sign ${card}` : `Continue at hole ${nextHole}`;
  const other = waitingFor === 'player' ? player : marker;
  const name = other === null ? 'Your marker' : other.fullName;
  return `${name} has still to ${holesOwed > 0 ? `enter ${counted(holesOwed, 'hole')}` : `sign ${card}`}`;
}
