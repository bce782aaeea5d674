import type { LeaderboardRow, PersonRef, UnverifiedRound } from '@fairmark/contract';

/** Whether a table has to say how ties are broken. */
export function hasTies(rows: readonly Pick<LeaderboardRow, 'countback' | 'rankLabel'>[]): boolean {
  return rows.some(({ countback, rankLabel }) => countback !== null || rankLabel.startsWith('T'));
}

/** Whose card an unsigned round is: "Your card", "Alex Tran's card". */
export function cardWords({ player }: Pick<UnverifiedRound, 'player'>, me: string): string {
  return player.id === me ? 'Your card' : `${player.fullName}'s card`;
}

/** Whose move it is on a card that is not verified. */
export function moveWords(
  round: Pick<UnverifiedRound, 'waitingFor' | 'player' | 'marker' | 'completeByMarker' | 'nextHole'>,
): string {
  const { waitingFor, player, marker, completeByMarker, nextHole } = round;
  if (waitingFor === 'me' && nextHole !== null) return 'Waiting for you to enter every hole';
  if (waitingFor === 'me') return 'Waiting for your signature';
  if (waitingFor === 'player') return `Waiting for ${player.fullName} to enter every hole`;
  return `Waiting for ${nameOf(marker)} to ${completeByMarker ? 'sign' : 'enter every hole'}`;
}

function nameOf(marker: PersonRef | null): string {
  return marker === null ? 'your marker' : marker.fullName;
}
