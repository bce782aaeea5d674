import type { CurrentMatch, Invite, PracticeRound } from '@fairmark/contract';
import { hasLeft, isCurrentFor, nextHole, pendingInvite, type MatchState } from '@fairmark/events';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PlayerMatches } from '@fairmark/read-models';
import type { Config } from '@fairmark/server';
import { CLOCK, CONFIG, type Clock } from '../../platform/tokens.js';
import { MatchStreams } from '../streams/match-streams.js';

/** Golfers whose last match is remembered, and for how long; a projector that is silent for longer clears nothing. */
const MAX_GOLFERS = 5_000;
const REMEMBERED_MS = 120_000;

/** Which matches a golfer is in or asked to. The projector's tables say where to look, each match's stream what is so. */
@Injectable()
export class GolferMatches {
  /** The match that a golfer entered last at this process: found even while the projector lies behind. */
  private readonly entered = new LRUCache<string, string>({ max: MAX_GOLFERS, ttl: REMEMBERED_MS });

  /** Players of a match that is created now, its host included. */
  readonly maxGroupSize: number;

  constructor(
    private readonly streams: MatchStreams,
    private readonly playerMatches: PlayerMatches,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { maxGroupSize }: Config,
  ) {
    this.maxGroupSize = maxGroupSize;
  }

  /** Called with each lobby that a golfer is about to create or to join. */
  enters(userId: string, matchId: string): void {
    this.entered.set(userId, matchId);
  }

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
}

/** A round before a lobby, then the later one; last the rounds that the golfer left and is still a marker in. */
const resumedFirst =
  (userId: string) =>
  (one: MatchState, other: MatchState): number =>
    Number(hasLeft(one, userId)) - Number(hasLeft(other, userId)) ||
    compareText(other.start?.startedAt ?? '', one.start?.startedAt ?? '') ||
    compareText(other.createdAt, one.createdAt);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
