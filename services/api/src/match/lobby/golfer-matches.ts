import type { CurrentMatch, Invite, PracticeRound } from '@fairmark/contract';
import {
  hasLeft,
  isCurrentFor,
  nextHole,
  pendingInvite,
  type CommandMetadata,
  type MatchState,
} from '@fairmark/events';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PlayerMatches } from '@fairmark/read-models';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { Refusal } from '../../http/refusal.js';
import { ProjectionGate } from '../../positions/projection-gate.js';
import { deciding, MatchStreams } from '../streams/match-streams.js';

/** Golfers whose last match is remembered, and for how long; a projector that is silent for longer clears nothing. */
const MAX_GOLFERS = 5_000;
const REMEMBERED_MS = 120_000;

/**
 * Which matches a golfer is in or asked to. The projector's tables say where to look, each match's stream what is so.
 *
 * A golfer is in one match at a time: going into another ends the lobby that I host and leaves the one that I joined; a started
 * round in which I owe holes comes first. Two phones that do this at the same moment can leave a golfer in two lobbies, which
 * does no harm (two creations at one process take turns).
 */
@Injectable()
export class GolferMatches {
  /** The match that a golfer entered last at this process: found even while the projector lies behind. */
  private readonly entered = new LRUCache<string, string>({ max: MAX_GOLFERS, ttl: REMEMBERED_MS });

  constructor(
    private readonly streams: MatchStreams,
    private readonly playerMatches: PlayerMatches,
    private readonly gate: ProjectionGate,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Open lobbies and rounds in which the golfer owes holes, the one to resume first. */
  async open(userId: string): Promise<MatchState[]> {
    const now = this.clock();
    const matches: MatchState[] = [];
    const known = await this.playerMatches.openFor(userId, now);
    const last = this.entered.get(userId);
    for (const matchId of new Set(last === undefined ? known : [...known, last])) {
      const state = (await this.streams.latest(matchId))?.state;
      if (state !== undefined && isCurrentFor(state, userId, now.toISOString())) matches.push(state);
    }
    return matches.toSorted(resumedFirst(userId));
  }

  /** The match that any phone of the golfer resumes. */
  async current(userId: string): Promise<CurrentMatch | null> {
    const [state] = await this.open(userId);
    if (state === undefined) return null;
    const { matchId, hostId, status, playType } = state;
    const started = status === 'STARTED';
    return { matchId, isHost: hostId === userId, started, playType, nextHole: nextHole(state, userId) };
  }

  /** The practice round whose card the golfer may want to see again; null: none. */
  async lastPractice(userId: string): Promise<PracticeRound | null> {
    for (const practice of await this.playerMatches.lastPractice(userId)) {
      const state = (await this.streams.latest(practice.matchId))?.state;
      if (state !== undefined && !hasLeft(state, userId)) return practice;
    }
    return null;
  }

  /** Where the golfer goes on in each of these matches: the first hole that they have not entered; null where they owe none. */
  async nextHoles(userId: string, matchIds: Iterable<string>): Promise<Map<string, number | null>> {
    const next = new Map<string, number | null>();
    for (const matchId of new Set(matchIds)) {
      const state = (await this.streams.latest(matchId))?.state;
      next.set(matchId, state === undefined ? null : nextHole(state, userId));
    }
    return next;
  }

  /** Invitations that wait for the golfer's answer, the newest lobby first. One that was just answered is not shown again. */
  async pendingInvites(userId: string): Promise<Invite[]> {
    const pending: Invite[] = [];
    for (const invite of await this.playerMatches.pendingInvites(userId, this.clock())) {
      const state = (await this.streams.latest(invite.matchId))?.state;
      const waits = state?.status === 'LOBBY' && pendingInvite(state, userId)?.inviteId === invite.id;
      if (waits) pending.push(invite);
    }
    return pending;
  }

  /**
   * The match of an invitation of which only the id is known. An invitation that the tables don't hold yet may be a moment old: they
   * are asked again when they hold all that the log held.
   *
   * @throws Refusal INVITE_NOT_FOUND; UNAVAILABLE while the tables are behind and it is not known
   */
  async matchOfInvite(inviteId: string): Promise<string> {
    const found = await this.playerMatches.matchOfInvite(inviteId);
    if (found !== null) return found;
    const upToDate = await this.gate.caughtUp();
    const foundNow = await this.playerMatches.matchOfInvite(inviteId);
    if (foundNow === null) throw new Refusal(upToDate ? 'INVITE_NOT_FOUND' : 'UNAVAILABLE');
    return foundNow;
  }

  /**
   * Leaves every open lobby but one, as part of the caller's command: sent again with the same key, it leaves the rest.
   * Nothing is left while a round stands in the way. The one match is remembered, so that the next call finds it whatever
   * the projector knows by then. `reserve` runs once nothing stands in the way, before anything is left.
   *
   * @throws Refusal ALREADY_IN_MATCH with the match's id
   */
  async makeRoom(by: CommandMetadata, forMatchId: string, reserve?: () => Promise<void>): Promise<void> {
    await this.gate.caughtUp();
    const open = await this.open(by.actorId);
    const others = open.filter(({ matchId }) => matchId !== forMatchId);
    // A round that I left holds me no longer, even if I am still the marker of a card in it.
    const round = others.find((match) => match.status === 'STARTED' && !hasLeft(match, by.actorId));
    if (round !== undefined) throw new Refusal('ALREADY_IN_MATCH', { matchId: round.matchId });
    await reserve?.();
    for (const { matchId, status } of others) if (status === 'LOBBY') await this.leave(matchId, by);
    this.entered.set(by.actorId, forMatchId);
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

/** A round before a lobby, then the later one; last the rounds that the golfer left and is still a marker in. */
const resumedFirst =
  (userId: string) =>
  (one: MatchState, other: MatchState): number =>
    Number(hasLeft(one, userId)) - Number(hasLeft(other, userId)) ||
    compareText(other.start?.startedAt ?? '', one.start?.startedAt ?? '') ||
    compareText(other.createdAt, one.createdAt);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
