import { matchStream } from '@fairmark/events';
import { grantRole } from '@fairmark/platform';
import type { Player, Stage } from '../../testing/stage.js';

/** Who somebody is to a match. Whoever marks is a player too; the marker of this table marks the player's card. */
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
  if (scene === 'lobby' || scene === 'practice lobby') {
    // A seat is left, for the calls that invite: here the marker has no place of his own.
    const settings = { playType: scene === 'lobby' ? 'COMPETITION' : 'SOCIAL' } as const;
    const matchId = await stage.lobby([host, player], settings);
    await host.readies(matchId);
    const inviteId = await host.invites(matchId, invitee);
    return { matchId, inviteId, players: { ...players, marker: player } };
  }
  const matchId = await stage.lobby([host, marker, player]);
  const inviteId = await host.invites(matchId, invitee);
  await host.does('DELETE', '/api/match/invite', { userId: invitee.id, matchId });
  await fellow.joins(matchId, host);
  for (const one of [host, marker, player, fellow]) await one.readies(matchId);
  await host.does('POST', '/api/match/start', { matchId });
  if (scene !== 'round') for (const side of [player, marker]) await side.enters(matchId, player.id);
  const signed = scene === 'signed card' || scene === 'verified card';
  if (signed) await player.does('POST', `/api/match/${matchId}/verify`, { userId: marker.id });
  if (scene === 'verified card') {
    await marker.does('POST', `/api/match/${matchId}/verify`, { userId: player.id });
    const role = { userId: host.id, role: 'COMMITTEE', courseId: stage.courseId } as const;
    await grantRole(stage.pool, role, 'operator');
  }
  return { matchId, inviteId, players };
}

/** How many events the match has: a refused call adds none. */
export async function eventCount(stage: Stage, { matchId }: Group): Promise<number> {
  return (await stage.store.readStream(matchStream(matchId))).length;
}
