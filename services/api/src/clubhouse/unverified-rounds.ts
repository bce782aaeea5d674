import { LIMITS, type Page, type UnverifiedRound } from '@fairmark/contract';
import { HOLES } from '@fairmark/scoring';
import { Inject, Injectable } from '@nestjs/common';
import { GolferMatches } from '../match/lobby/golfer-matches.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { namesOf } from './clubhouse.presenter.js';
import { pageOf } from './page-of.js';
import { RoundsReader, type PageOf, type UnverifiedRow } from '@fairmark/read-models';

/** Cards that a golfer has still something to do with, and whose move each of them waits for. */
@Injectable()
export class UnverifiedRounds {
  constructor(
    private readonly rounds: RoundsReader,
    private readonly matches: GolferMatches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. Rounds in which the golfer owes holes join once they are no longer the current match. */
  async of(userId: string, page: PageOf): Promise<Page & { rounds: UnverifiedRound[] }> {
    const startedBefore = new Date(this.clock().getTime() - LIMITS.currentRoundMs);
    const { rows, nextOffset } = pageOf(await this.rounds.unverifiedOf(userId, startedBefore, page), page);
    // The tables count holes; which one is next only the match itself knows.
    const owing = rows.filter((row) => holesOwed('mine', row, userId) > 0).map((row) => row.match_id);
    const next = await this.matches.nextHoles(userId, owing);
    return { nextOffset, rounds: rows.map((row) => presentUnverified(row, userId, next.get(row.match_id) ?? null)) };
  }
}

/** @param nextHole where this golfer goes on before the card can be signed; null: owes no hole */
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
  };
}

/** Holes that I, or the other one of the two who sign, have not entered: on this card and on the one signed with it. */
function holesOwed(whose: 'mine' | 'theirs', row: UnverifiedRow, userId: string): number {
  const asPlayer = (row.user_id === userId) === (whose === 'mine');
  const here = asPlayer ? row.player_holes : row.marker_holes;
  const there = asPlayer ? row.pair_marker_holes : row.pair_player_holes;
  return HOLES - here + (there === null ? 0 : HOLES - there);
}

/**
 * Whose move it is, seen by one of the two who sign (docs/product.md, Clubhouse 7). What is missing on this card is said
 * before what is missing on the one that is signed with it.
 */
function waitingFor(row: UnverifiedRow, userId: string): UnverifiedRound['waitingFor'] {
  const isMine = row.user_id === userId;
  const other = isMine ? 'marker' : 'player';
  const [mine, theirs] = isMine ? [row.player_holes, row.marker_holes] : [row.marker_holes, row.player_holes];
  if (mine < HOLES) return 'me';
  if (theirs < HOLES || (isMine ? row.player_signed : row.marker_signed)) return other;
  return holesOwed('mine', row, userId) === 0 && holesOwed('theirs', row, userId) > 0 ? other : 'me';
}
