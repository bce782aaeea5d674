import { hasLeft, type CommandMetadata } from '@fairmark/events';
import { Injectable } from '@nestjs/common';
import { Refusal } from '../../http/refusal.js';
import { GolferMatches } from './golfer-matches.js';
import { deciding, MatchStreams } from '../streams/match-streams.js';
import { ProjectionGate } from '../../positions/projection-gate.js';

/**
 * A golfer is in one match at a time: going into another ends the lobby that I host and leaves the one that I joined; a
 * started round in which I owe holes comes first. Two phones that do this at the same moment can leave a golfer in two
 * lobbies, which does no harm (two creations at one process take turns).
 */
@Injectable()
export class OtherMatches {
  constructor(
    private readonly streams: MatchStreams,
    private readonly golferMatches: GolferMatches,
    private readonly gate: ProjectionGate,
  ) {}

  /**
   * Leaves every open lobby but one, as part of the caller's command: sent again with the same key, it leaves the rest.
   * Nothing is left while a round stands in the way. The one match is remembered, so that the next call finds it whatever
   * the projector knows by then. `reserve` runs once nothing stands in the way, before anything is left.
   *
   * @throws Refusal ALREADY_IN_MATCH with the match's id
   */
  async makeRoom(by: CommandMetadata, forMatchId: string, reserve?: () => Promise<void>): Promise<void> {
    await this.gate.caughtUp();
    const open = await this.golferMatches.open(by.actorId);
    const others = open.filter(({ matchId }) => matchId !== forMatchId);
    // A round that I left holds me no longer, even if I am still the marker of a card in it.
    const round = others.find((match) => match.status === 'STARTED' && !hasLeft(match, by.actorId));
    if (round !== undefined) throw new Refusal('ALREADY_IN_MATCH', { matchId: round.matchId });
    await reserve?.();
    for (const { matchId, status } of others) if (status === 'LOBBY') await this.leave(matchId, by);
    this.golferMatches.enters(by.actorId, forMatchId);
  }

  private async leave(matchId: string, by: CommandMetadata): Promise<void> {
    const { actorId } = by;
    const leave = deciding({ type: 'LeaveLobby', actorId, reason: 'JOINED_ANOTHER' });
    try {
      await this.streams.execute(matchId, { ...by, keyed: false }, leave, () => null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It started at this very moment; or I was removed from it, and there is nothing to leave.
      if (error.code === 'MATCH_STARTED') throw new Refusal('ALREADY_IN_MATCH', { matchId });
      if (error.code !== 'MATCH_NOT_FOUND') throw error;
    }
  }
}
