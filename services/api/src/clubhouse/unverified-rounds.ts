import { LIMITS, type Page, type UnverifiedRound } from '@fairmark/contract';
import { HOLES } from '@fairmark/scoring';
import { Inject, Injectable } from '@nestjs/common';
import { GolferMatches } from '../match/lobby/golfer-matches.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { namesOf, pageOf } from './clubhouse.presenter.js';
import { RoundsReader, type PageOf, type UnverifiedRow } from '@fairmark/read-models';

/** Cards on which a golfer still has something to do, with whose move each waits for. */
@Injectable()
export class UnverifiedRounds {
  constructor(
    private readonly rounds: RoundsReader,
    private readonly matches: GolferMatches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The golfer's unverified rounds, newest first. Rounds in which the golfer owes holes are included once they are no
   * longer the current match.
   */
  async of(userId: string, page: PageOf): Promise<Page & { rounds: UnverifiedRound[] }> {
    const startedBefore = new Date(this.clock().getTime() - LIMITS.currentRoundMs);
    const { rows, nextOffset } = pageOf(await this.rounds.unverifiedOf(userId, startedBefore, page), page);
    // The tables only count holes; the match itself knows which is next.
    const owing = new Set(rows.filter((row) => holesOwed('mine', row, userId) > 0));
    const next = await this.matches.nextHoles(
      userId,
      [...owing].map((row) => row.match_id),
    );
    // In a group of three a card can be signed although another one of the match lacks holes.
    const nextOf = (row: UnverifiedRow) => (owing.has(row) ? (next.get(row.match_id) ?? null) : null);
    return { nextOffset, rounds: rows.map((row) => presentUnverified(row, userId, nextOf(row))) };
  }
}

/** @param nextHole the hole this golfer must enter next before the card can be signed; null if none is owed */
function presentUnverified(row: UnverifiedRow, userId: string, nextHole: number | null): UnverifiedRound {
  return {
    matchId: row.match_id,
    userId: row.user_id,
    ...namesOf(row),
    course: row.course_name,
    day: row.day,
    createdAt: row.started_at.toISOString(),
    completeByMarker: row.marker_holes === HOLES,
    waitingFor: waitingFor(row, userId),
    nextHole,
    holesOwed: holesOwed('theirs', row, userId),
  };
}

/** Holes that the golfer, or the other signer, has not entered on this card and on the card signed with it. */
function holesOwed(whose: 'mine' | 'theirs', row: UnverifiedRow, userId: string): number {
  const asPlayer = (row.user_id === userId) === (whose === 'mine');
  const onThisCard = asPlayer ? row.player_holes : row.marker_holes;
  const onPairedCard = asPlayer ? row.pair_marker_holes : row.pair_player_holes;
  return HOLES - onThisCard + (onPairedCard === null ? 0 : HOLES - onPairedCard);
}

/**
 * Whose move it is, from one signer's view (docs/product.md, Clubhouse 7). What is missing on this card takes
 * precedence over what is missing on the card signed with it.
 */
function waitingFor(row: UnverifiedRow, userId: string): UnverifiedRound['waitingFor'] {
  const isMine = row.user_id === userId;
  const other = isMine ? 'marker' : 'player';
  const [mine, theirs] = isMine ? [row.player_holes, row.marker_holes] : [row.marker_holes, row.player_holes];
  if (mine < HOLES) return 'me';
  if (theirs < HOLES || (isMine ? row.player_signed : row.marker_signed)) return other;
  return holesOwed('mine', row, userId) === 0 && holesOwed('theirs', row, userId) > 0 ? other : 'me';
}
