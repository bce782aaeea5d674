import type { CourseCard } from '@fairmark/events';
import { counting, PlainMatch, type PlainCard } from '@fairmark/events/testing/plain-match';
import { nettDoubleBogey, parResult, stablefordPoints, strokesReceived } from '@fairmark/scoring';
import type { AddRow } from './independent-fold.js';

const NUMBERS = Array.from({ length: 18 }, (_, i) => i + 1);

/** The rows of a match. */
export class FoldedMatch extends PlainMatch {
  addRows(add: AddRow): void {
    if (this.created === null) return;
    const { matchId, playType, matchType, tee, course } = this.created;
    const { createdAt, startedAt, day } = this;
    const layout = {
      course_id: course.courseId,
      course_name: course.name,
      club_name: course.clubName,
      layout_name: course.courseName,
    };
    const kind = { play_type: playType, match_type: matchType, tee };
    const times = { created_at: createdAt, started_at: startedAt, day };
    add('matches', { match_id: matchId, host_id: this.hostId, status: this.status, ...kind, ...layout, ...times });
    for (const [inviteId, { userId, status }] of this.invites) {
      add('invites', { invite_id: inviteId, user_id: userId, match_id: matchId, status });
    }
    for (const userId of this.joined) {
      const open = this.status === 'LOBBY' ? this.members.has(userId) : this.owesHole(userId);
      const began = this.cards.has(userId) ? startedAt : null;
      add('player_matches', { user_id: userId, match_id: matchId, open, created_at: createdAt, started_at: began });
    }
    if (playType === 'SOCIAL') return;
    const about = { ...layout, match_id: matchId, day, started_at: startedAt, match_type: matchType };
    for (const card of this.cards.values()) add('rounds', { ...about, ...cardValues(card), ...totals(course, card) });
  }

  private owesHole(userId: string): boolean {
    const own = this.cards.get(userId);
    if (this.status !== 'STARTED' || own === undefined || this.closed.has(userId)) return false;
    const owes = (card: PlainCard, side: 'PLAYER' | 'MARKER'): boolean =>
      !card.withdrawn && card.entries[side].size < 18;
    const marked = [...this.cards.values()].filter(({ markerId }) => markerId === userId);
    return owes(own, 'PLAYER') || marked.some((card) => owes(card, 'MARKER'));
  }
}

function cardValues(card: PlainCard): Record<string, unknown> {
  const { userId, markerId, settings, entries, signed, verifiedAt } = card;
  return {
    user_id: userId,
    marker_id: markerId,
    daily_handicap: settings.dailyHandicap,
    player_holes: entries.PLAYER.size,
    marker_holes: entries.MARKER.size,
    player_signed: signed.has('PLAYER'),
    marker_signed: signed.has('MARKER'),
    verified: verifiedAt !== null,
    verified_at: verifiedAt,
    withdrawn: card.withdrawn,
    corrected_at: card.correctedAt,
  };
}

function totals(course: CourseCard, card: PlainCard): Record<string, unknown> {
  const { dailyHandicap, gender } = card.settings;
  const counts = counting(card);
  const holes = NUMBERS.map((number) => {
    const hole = course.byGender[gender]?.holes.find((each) => each.number === number);
    if (hole === undefined) throw new Error(`No hole ${number}`);
    return hole;
  });
  const played = holes.flatMap(({ number, par, strokeIndex }) => {
    const entry = counts.get(number);
    if (entry === undefined) return [];
    const strokes = entry.noScore ? null : entry.strokes;
    return [{ par, strokes, strokesReceived: strokesReceived(dailyHandicap, strokeIndex) }];
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const toPar = sum(played.map((hole) => (hole.strokes ?? nettDoubleBogey(hole)) - hole.par)) - dailyHandicap;
  return {
    strokes: NUMBERS.map((number) => {
      const entry = counts.get(number);
      return entry === undefined ? null : entry.noScore ? 0 : entry.strokes;
    }),
    pars: holes.map(({ par }) => par),
    stroke_indexes: holes.flatMap(({ strokeIndex }) => strokeIndex),
    stableford: sum(played.map(stablefordPoints)),
    par: sum(played.map(parResult)),
    nett_to_par: played.length < 18 ? null : toPar,
    includes_no_score: [...counts.values()].some(({ noScore }) => noScore),
  };
}
