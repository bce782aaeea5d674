import type { CurrentMatch, Invite, PracticeRound } from '@fairmark/contract';
import { hasLeft, isCurrentFor, nextHole, pendingInvite, type MatchState } from '@fairmark/events';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PlayerMatches } from '@fairmark/read-models';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { Refusal } from '../../http/refusal.js';
import { ProjectionGate } from '../../positions/projection-gate.js';
import { deciding, MatchStreams, type Decide, type Sent } from '../streams/match-streams.js';

/** How many golfers' last matches are remembered, and for how long. */
const MAX_GOLFERS = 5_000;
const REMEMBERED_MS = 120_000;

/**
 * Finds the matches that a golfer is in or invited to. The projector's tables say where to look; each match's stream
 * has its current state.
 *
 * A golfer is in one match at a time: entering another ends the lobby they host and leaves the one they joined, but a
 * started round in which they owe holes prevents it. Two phones doing so concurrently can leave a golfer in two
 * lobbies, which is harmless (creations at one process are serialised).
 */
@Injectable()
export class GolferMatches {
  /** The match that a golfer last entered at this process, which is found even while the projector lags behind. */
  private readonly entered = new LRUCache<string, string>({ max: MAX_GOLFERS, ttl: REMEMBERED_MS });

  constructor(
    private readonly streams: MatchStreams,
    private readonly playerMatches: PlayerMatches,
    private readonly gate: ProjectionGate,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Open lobbies and rounds in which the golfer owes holes, in the order in which to resume them. */
  async open(userId: string): Promise<MatchState[]> {
    const now = this.clock();
    const matches: MatchState[] = [];
    const listed = await this.playerMatches.openFor(userId, now);
    const last = this.entered.get(userId);
    for (const matchId of new Set(last === undefined ? listed : [...listed, last])) {
      const state = (await this.streams.latest(matchId))?.state;
      if (state !== undefined && isCurrentFor(state, userId, now.toISOString())) matches.push(state);
    }
    return matches.toSorted(resumeOrder(userId));
  }

  /** The match that any of the golfer's phones resumes. */
  async current(userId: string): Promise<CurrentMatch | null> {
    const [state] = await this.open(userId);
    if (state === undefined) return null;
    const { matchId, hostId, status, playType } = state;
    const started = status === 'STARTED';
    return { matchId, isHost: hostId === userId, started, playType, nextHole: nextHole(state, userId) };
  }

  /** The latest practice round that the golfer has not left; null if there is none. */
  async lastPractice(userId: string): Promise<PracticeRound | null> {
    for (const practice of await this.playerMatches.lastPractice(userId)) {
      const state = (await this.streams.latest(practice.matchId))?.state;
      if (state !== undefined && !hasLeft(state, userId)) return practice;
    }
    return null;
  }

  /** The next hole the golfer must enter in each of these matches; null if none is owed. */
  async nextHoles(userId: string, matchIds: Iterable<string>): Promise<Map<string, number | null>> {
    const next = new Map<string, number | null>();
    for (const matchId of new Set(matchIds)) {
      const state = (await this.streams.latest(matchId))?.state;
      next.set(matchId, state === undefined ? null : nextHole(state, userId));
    }
    return next;
  }

  /** Invitations that wait for the golfer's answer, newest lobby first; never one that was just answered. */
  async pendingInvites(userId: string): Promise<Invite[]> {
    const pending: Invite[] = [];
    for (const invite of await this.playerMatches.pendingInvites(userId, this.clock())) {
      const state = (await this.streams.latest(invite.matchId))?.state;
      const isPending = state?.status === 'LOBBY' && pendingInvite(state, userId)?.inviteId === invite.id;
      if (isPending) pending.push(invite);
    }
    return pending;
  }

  /**
   * The match of an invitation known by id only. If it is recent, the tables are read again once they have caught up.
   * @throws Refusal INVITE_NOT_FOUND; UNAVAILABLE if it is not found while the tables are behind
   */
  async matchOfInvite(inviteId: string): Promise<string> {
    const found = await this.playerMatches.matchOfInvite(inviteId);
    if (found !== null) return found;
    const upToDate = await this.gate.caughtUp();
    const foundLater = await this.playerMatches.matchOfInvite(inviteId);
    if (foundLater === null) throw new Refusal(upToDate ? 'INVITE_NOT_FOUND' : 'UNAVAILABLE');
    return foundLater;
  }

  /**
   * Leaves every other open lobby, as part of the command by which the golfer enters a match: a retry with the same key
   * leaves the rest. Leaves none if a round prevents it, or the decision to enter: it is made before, and again after
   * the wait for the tables. The match is remembered, so that the next call finds it even if the projector lags.
   *
   * @throws Refusal of the decision; ALREADY_IN_MATCH with the match's id; DAILY_LIMIT
   */
  async leaveOtherLobbies({ by, matchId: into }: Sent, enter: Decide): Promise<void> {
    if ((await this.streams.preview(into, enter)).length === 0) return;
    await this.gate.caughtUp();
    const open = await this.open(by.actorId);
    const others = open.filter(({ matchId }) => matchId !== into);
    // A round that the golfer has left does not count, even if the golfer still marks a card in it.
    const round = others.find((match) => match.status === 'STARTED' && !hasLeft(match, by.actorId));
    if (round !== undefined) throw new Refusal('ALREADY_IN_MATCH', { matchId: round.matchId });
    // Chosen before any wait: the states change in place, and a lobby that starts meanwhile must refuse the command.
    const lobbies = others.filter(({ status }) => status === 'LOBBY').map(({ matchId }) => matchId);
    await this.streams.reserve(into, by, enter);
    for (const matchId of lobbies) await this.leave({ matchId, by });
    this.entered.set(by.actorId, into);
  }

  private async leave({ matchId, by }: Sent): Promise<void> {
    const { actorId } = by;
    const leave = deciding({ type: 'LeaveLobby', actorId, reason: 'JOINED_ANOTHER' });
    try {
      await this.streams.execute(matchId, { ...by, keyed: false }, leave, () => null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It has just started; or the golfer was removed from it, and there is nothing to leave.
      if (error.code === 'MATCH_STARTED') throw new Refusal('ALREADY_IN_MATCH', { matchId });
      if (error.code !== 'MATCH_NOT_FOUND') throw error;
    }
  }
}

/** Rounds before lobbies, later ones first; last, rounds that the golfer has left but still marks in. */
const resumeOrder =
  (userId: string) =>
  (one: MatchState, other: MatchState): number =>
    Number(hasLeft(one, userId)) - Number(hasLeft(other, userId)) ||
    compareText(other.start?.startedAt ?? '', one.start?.startedAt ?? '') ||
    compareText(other.createdAt, one.createdAt);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
