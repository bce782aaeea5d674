import { randomUUID } from 'node:crypto';
import { competitionStream, matchStream } from '@fairmark/events';
import { remove, sign, start } from '@fairmark/events/testing/commands';
import { joining, ready, type Player, type Stage } from '../../testing/stage.js';

/** The role of a golfer in a match. A marker is a player too; this one marks the player's card. */
export const ROLES = ['stranger', 'invitee', 'player', 'marker', 'host'] as const;
export type Role = (typeof ROLES)[number];

/** A match with a golfer in every role, before a call of the table. */
export interface Group {
  matchId: string;
  inviteId: string;
  /** Hosted by the host, who does not play, for the player; only in the scene of that name. */
  competitionId: string;
  /** Opens a board of the course; only in the scene of that name. */
  linkId: string;
  players: Record<Role, Player>;
}

/** The state that a call needs. */
export type Scene =
  | 'lobby'
  | 'practice lobby'
  | 'round'
  | 'full cards'
  | 'signed card'
  | 'verified card'
  | 'competition'
  | 'board link';

/**
 * Four players mark each other in joining order, so that host and player share no card. The invitee of a round is a golfer
 * whose invitation was taken back before the start: a stranger, since no invitation outlives it.
 */
export async function assemble(stage: Stage, scene: Scene): Promise<Group> {
  const [host, marker, player, fellow, invitee, stranger] = await stage.players(6);
  const players = { stranger, invitee, player, marker, host };
  const ids = { matchId: randomUUID(), inviteId: randomUUID(), competitionId: randomUUID(), linkId: randomUUID() };
  if (scene === 'competition') {
    const { id: competitionId } = await host.hosts(stage.courseId, player, marker);
    await player.does('GET', `/api/competitions/${competitionId}`);
    return { ...ids, competitionId, players };
  }
  if (scene === 'board link') {
    const values = [ids.linkId, stage.courseId, randomUUID()];
    await stage.pool.query(`insert into app.board_links values ($1, $2, $3, 'Bar', now())`, values);
    return { ...ids, players };
  }
  const matchId = await host.creates({ playType: scene === 'practice lobby' ? 'SOCIAL' : 'COMPETITION' });
  const { inviteId } = ids;
  const asks = { type: 'InvitePlayer', actorId: host.id, inviteId, userId: invitee.id } as const;
  if (scene === 'lobby' || scene === 'practice lobby') {
    // A seat is left for the calls that invite: here the player is also the marker.
    await stage.happens(matchId, [...joining(host, player), ready(host), asks]);
    return { ...ids, matchId, players: { ...players, marker: player } };
  }
  await stage.happens(matchId, [
    ...[marker, player].flatMap((guest) => joining(host, guest)),
    asks,
    remove(invitee.id, host.id),
    ...joining(host, fellow),
    ...[host, marker, player, fellow].map(ready),
    start({ actorId: host.id }),
  ]);
  if (scene !== 'round') for (const side of [player, marker]) await side.enters(matchId, player.id);
  if (scene === 'signed card' || scene === 'verified card') {
    await stage.happens(matchId, [sign(player.id, marker.id)]);
  }
  if (scene === 'verified card') {
    await stage.happens(matchId, [sign(marker.id, player.id)]);
    await stage.api.appoints(host.golfer, 'COMMITTEE', stage.courseId);
  }
  return { ...ids, matchId, players };
}

/** Counts the records of a match, a competition, and acts and reads of staff: a refused call adds none. */
export async function entryCount(stage: Stage, { matchId, competitionId }: Group): Promise<number> {
  const streams = [matchStream(matchId), competitionStream(competitionId)];
  const events = await Promise.all(streams.map((stream) => stage.store.readStream(stream)));
  const { rows } = await stage.pool.query('select id from app.operator_acts union all select id from app.audit_reads');
  return events.flat().length + rows.length;
}
