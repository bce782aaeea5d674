import {
  applyMatchEvent,
  isMatchEvent,
  upcast,
  type Card,
  type CountingEntry,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { nettDoubleBogey, parResult, stablefordPoints, strokesReceived } from '@fairmark/scoring';
import type { FoldedStream } from './folded-stream.js';
import type { Row, TableRows } from './tables.js';

/** Events after which a match may be over. */
const ENDING = new Set(['CardVerified', 'PlayerWithdrew', 'LobbyEnded', 'MatchEnded']);
const HOLES = 18;

/** A match as its events tell it, and the rows that it makes: worked out in the plainest way. */
export class FoldedMatch implements FoldedStream {
  private state: MatchState | null = null;
  /** Read off the events, not off the state: who created the match or accepted an invitation to it. */
  private readonly joined = new Set<string>();

  apply(recorded: RecordedEvent): boolean {
    const event = upcast(recorded);
    if (!isMatchEvent(event)) throw new Error(`${event.type} is no event of a match`);
    this.state = applyMatchEvent(this.state, event, { id: event.id, recordedAt: event.metadata.recordedAt });
    if (event.type === 'MatchCreated') this.joined.add(event.data.hostId);
    if (event.type === 'InviteAccepted') this.joined.add(event.data.userId);
    return ENDING.has(event.type) && isOver(this.state);
  }

  addRows(rows: TableRows, id: string): void {
    const { state } = this;
    if (state === null) return;
    const { matchId } = state;
    rows.matches.set(matchId, { id, values: matchValues(state) });
    for (const { inviteId, userId, status } of state.invites.values()) {
      rows.invites.set(inviteId, { id, values: [userId, matchId, status] });
    }
    for (const userId of this.joined) {
      const open = state.status === 'LOBBY' ? state.members.has(userId) : owesHole(state, userId);
      const startedAt = state.cards.has(userId) ? state.startedAt : null;
      rows.player_matches.set(`${userId} ${matchId}`, { id, values: [open, state.createdAt, startedAt] });
    }
    if (state.playType === 'SOCIAL') return;
    for (const card of state.cards.values()) {
      rows.rounds.set(`${matchId} ${card.userId}`, { id, values: roundValues(state, card) });
    }
  }
}

function isOver({ status, cards }: MatchState): boolean {
  if (status !== 'STARTED') return status === 'ENDED';
  for (const card of cards.values()) if (!card.verified && !card.withdrawn) return false;
  return true;
}

function matchValues(state: MatchState): Row['values'] {
  const { hostId, status, playType, matchType, tee, createdAt, startedAt, day } = state;
  return [hostId, status, playType, matchType, tee, ...courseValues(state), createdAt, startedAt, day];
}

function courseValues({ course }: MatchState): string[] {
  return [course.courseId, course.name, course.clubName, course.courseName];
}

function owesHole(state: MatchState, userId: string): boolean {
  const own = state.cards.get(userId);
  if (state.status !== 'STARTED' || own === undefined || state.closedAccounts.has(userId)) return false;
  if (!own.withdrawn && own.player.includes(null)) return true;
  for (const card of state.cards.values()) {
    if (card.markerId === userId && !card.withdrawn && card.marker.includes(null)) return true;
  }
  return false;
}

function roundValues(state: MatchState, card: Card): Row['values'] {
  const entries = counting(card);
  const { dailyHandicap, gender } = card.settings;
  let stableford = 0;
  let par = 0;
  let toPar: number | null = -dailyHandicap;
  const course = state.course.byGender[gender]?.holes ?? [];
  const holes = Array.from({ length: HOLES }, (_, i) => {
    const hole = course.find(({ number }) => number === i + 1);
    if (hole === undefined) throw new Error(`No hole ${i + 1} in ${state.matchId}`);
    return hole;
  });
  holes.forEach((hole, i) => {
    const entry = entries[i] ?? null;
    if (entry === null) {
      toPar = null;
      return;
    }
    const strokes = entry.noScore ? null : entry.strokes;
    const played = { par: hole.par, strokesReceived: strokesReceived(dailyHandicap, hole.strokeIndex), strokes };
    stableford += stablefordPoints(played);
    par += parResult(played);
    if (toPar !== null) toPar += (strokes ?? nettDoubleBogey(played)) - hole.par;
  });
  return [
    card.markerId,
    ...courseValues(state),
    state.day,
    state.startedAt,
    state.matchType,
    dailyHandicap,
    entered(card.player),
    entered(card.marker),
    card.signatures.PLAYER !== undefined,
    card.signatures.MARKER !== undefined,
    card.verified,
    card.verifiedAt,
    card.withdrawn,
    entries.map((entry) => (entry === null ? null : entry.noScore ? 0 : entry.strokes)),
    holes.map((hole) => hole.par),
    holes.flatMap((hole) => hole.strokeIndex),
    stableford,
    par,
    toPar,
    entries.some((entry) => entry?.noScore === true),
    card.corrections.at(-1)?.correctedAt ?? null,
  ];
}

/** The marker's entries once all are there, with what the committee put right; the player's until then. */
function counting(card: Card): (CountingEntry | null)[] {
  if (card.marker.includes(null)) return card.player;
  const entries: (CountingEntry | null)[] = [...card.marker];
  for (const { holes } of card.corrections) for (const hole of holes) entries[hole.holeNumber - 1] = hole;
  return entries;
}

function entered(entries: readonly unknown[]): number {
  return entries.filter((entry) => entry !== null).length;
}
