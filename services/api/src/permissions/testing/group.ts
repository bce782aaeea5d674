import { randomUUID } from 'node:crypto';
import { matchStream } from '@fairmark/events';
import { joining, ready, type Player, type Stage } from '../../testing/stage.js';

/** What a golfer is to a match. A marker is a player too; the marker of this table marks the player's card. */
export const ROLES = ['stranger', 'invitee', 'player', 'marker', 'host'] as const;
export type Role = (typeof ROLES)[number];

/** A match with one golfer in every role, as the calls of the table find it. */
export interface Group {
  matchId: string;
  inviteId: string;
  players: Record<Role, Player>;
}

/** What must have happened before a call can be judged. */
export type Scene = 'lobby' | 'practice lobby' | 'round' | 'full cards' | 'signed card' | 'verified card';

/**
 * Four players mark each other in joining order, so that host and player share no card. The invitee of a round is a golfer
 * whose invitation was taken back before the start: a stranger, since no invitation outlives it.
 */
export async function assemble(stage: Stage, scene: Scene): Promise<Group> {
  const [host, marker, player, fellow, invitee, stranger] = await stage.players(6);
  const players = { stranger, invitee, player, marker, host };
  const settings = { playType: scene === 'practice lobby' ? 'SOCIAL' : 'COMPETITION' } as const;
  const matchId = await host.creates(settings);
  const inviteId = randomUUID();
  const asks = { type: 'InvitePlayer', actorId: host.id, inviteId, userId: invitee.id } as const;
  if (scene === 'lobby' || scene === 'practice lobby') {
    // A seat is left, for the calls that invite: here the marker has no place of his own.
    await stage.happens(matchId, [...joining(host, player), ready(host), asks]);
    return { matchId, inviteId, players: { ...players, marker: player } };
  }
  const group = [host, marker, player, fellow];
  await stage.happens(matchId, [
    ...[marker, player].flatMap((guest) => joining(host, guest)),
    asks,
    { type: 'RemovePlayer', actorId: host.id, userId: invitee.id },
    ...joining(host, fellow),
    ...group.map(ready),
    { type: 'StartMatch', actorId: host.id, gender: 'MALE', handicap: null },
  ]);
  if (scene !== 'round') for (const side of [player, marker]) await side.enters(matchId, player.id);
  const signs = ({ id: actorId }: Player, { id: userId }: Player) =>
    stage.happens(matchId, [{ type: 'SignCards', actorId, userId }]);
  if (scene === 'signed card' || scene === 'verified card') await signs(player, marker);
  if (scene === 'verified card') {
    await signs(marker, player);
    await stage.api.appoints(host.golfer, 'COMMITTEE', stage.courseId);
  }
  return { matchId, inviteId, players };
}

/** How many events the match has: a refused call adds none. */
export async function eventCount(stage: Stage, { matchId }: Group): Promise<number> {
  return (await stage.store.readStream(matchStream(matchId))).length;
}
