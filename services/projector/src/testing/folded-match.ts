import type { CorrectedHole, CourseCard, HandicapSettings, MatchEvents, RecordedEvent } from '@fairmark/events';
import { nettDoubleBogey, parResult, stablefordPoints, strokesReceived } from '@fairmark/scoring';
import type { AddRow } from './independent-fold.js';

type Hole = Pick<CorrectedHole, 'holeNumber' | 'strokes' | 'noScore'>;

interface Card {
  userId: string;
  markerId: string | null;
  settings: HandicapSettings;
  entries: Record<'PLAYER' | 'MARKER', Map<number, Hole>>;
  signed: Set<string>;
  verifiedAt: string | null;
  withdrawn: boolean;
  corrections: Hole[];
  correctedAt: string | null;
}

const NUMBERS = Array.from({ length: 18 }, (_, i) => i + 1);

/** A match read off its events, in the plainest way, and the rows that it makes. */
export class FoldedMatch {
  private created: MatchEvents['MatchCreated'] | null = null;
  private createdAt = '';
  private hostId = '';
  private status = 'LOBBY';
  private startedAt: string | null = null;
  private day: string | null = null;
  private readonly members = new Set<string>();
  /** Who created the match or ever accepted an invitation to it. */
  private readonly joined = new Set<string>();
  private readonly invites = new Map<string, { userId: string; status: string }>();
  private readonly cards = new Map<string, Card>();
  private readonly closed = new Set<string>();

  /** What each type of event changes; the others change no row. */
  private readonly on: { [Type in keyof MatchEvents]?: (data: MatchEvents[Type], at: string) => void } = {
    MatchCreated: (data, at) => {
      [this.created, this.createdAt, this.hostId] = [data, at, data.hostId];
      this.join(data.hostId);
    },
    PlayerInvited: ({ inviteId, userId }) => this.invites.set(inviteId, { userId, status: 'PENDING' }),
    InviteAccepted: ({ inviteId, userId }) => {
      this.answer(inviteId, 'ACCEPTED');
      this.join(userId);
    },
    InviteDenied: ({ inviteId }) => this.answer(inviteId, 'DENIED'),
    InviteRemoved: ({ inviteId }) => this.answer(inviteId, 'REMOVED'),
    PlayerRemoved: ({ userId }) => this.members.delete(userId),
    PlayerLeftLobby: ({ userId }) => this.members.delete(userId),
    LobbyEnded: () => (this.status = 'ENDED'),
    MatchEnded: () => (this.status = 'ENDED'),
    HostChanged: ({ hostId }) => (this.hostId = hostId),
    MatchStarted: ({ day, players }, at) => {
      [this.status, this.startedAt, this.day] = ['STARTED', at, day];
      for (const player of players) this.cards.set(player.userId, blank(player));
    },
    MarkersAssigned: ({ markers }) => {
      for (const [userId, markerId] of Object.entries(markers)) {
        const card = this.cards.get(userId);
        if (card !== undefined) card.markerId = markerId;
      }
    },
    HoleScored: (hole) => this.card(hole.userId).entries[hole.side].set(hole.holeNumber, hole),
    HoleScoreCleared: ({ userId, side, holeNumber }) => this.card(userId).entries[side].delete(holeNumber),
    CardSigned: ({ userId, as }) => this.card(userId).signed.add(as),
    CardReopened: ({ userId }) => this.card(userId).signed.clear(),
    CardVerified: ({ userId }, at) => (this.card(userId).verifiedAt = at),
    PlayerWithdrew: ({ userId }) => (this.card(userId).withdrawn = true),
    AccountClosed: ({ userId }) => this.closed.add(userId),
    CardCorrected: ({ userId, holes }, at) => {
      this.card(userId).corrections.push(...holes);
      this.card(userId).correctedAt = at;
    },
  };

  apply({ type, data, metadata }: RecordedEvent): void {
    const handlers: Readonly<Record<string, ((data: never, at: string) => void) | undefined>> = this.on;
    handlers[type]?.(data as never, metadata.recordedAt);
  }

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

  private card(userId: string): Card {
    const card = this.cards.get(userId);
    if (card === undefined) throw new Error(`${userId} has no card`);
    return card;
  }

  private answer(inviteId: string, status: string): void {
    const invite = this.invites.get(inviteId);
    if (invite === undefined) throw new Error(`No invite ${inviteId}`);
    invite.status = status;
  }

  private join(userId: string): void {
    this.joined.add(userId);
    this.members.add(userId);
  }

  private owesHole(userId: string): boolean {
    const own = this.cards.get(userId);
    if (this.status !== 'STARTED' || own === undefined || this.closed.has(userId)) return false;
    const owes = (card: Card, side: 'PLAYER' | 'MARKER'): boolean => !card.withdrawn && card.entries[side].size < 18;
    const marked = [...this.cards.values()].filter(({ markerId }) => markerId === userId);
    return owes(own, 'PLAYER') || marked.some((card) => owes(card, 'MARKER'));
  }
}

function blank({ userId, settings, markerId }: MatchEvents['MatchStarted']['players'][number]): Card {
  const entries = { PLAYER: new Map<number, Hole>(), MARKER: new Map<number, Hole>() };
  const untouched = { signed: new Set<string>(), verifiedAt: null, withdrawn: false };
  return { userId, settings, markerId, entries, ...untouched, corrections: [], correctedAt: null };
}

function cardValues({
  userId,
  markerId,
  settings,
  entries,
  signed,
  verifiedAt,
  ...card
}: Card): Record<string, unknown> {
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

/** The marker's entries once all are there, with what the committee put right; the player's until then. */
function totals(course: CourseCard, { entries, corrections, settings }: Card): Record<string, unknown> {
  const { dailyHandicap, gender } = settings;
  const counting = new Map(entries.MARKER.size < 18 ? entries.PLAYER : entries.MARKER);
  if (entries.MARKER.size === 18) for (const hole of corrections) counting.set(hole.holeNumber, hole);
  const holes = NUMBERS.map((number) => {
    const hole = course.byGender[gender]?.holes.find((each) => each.number === number);
    if (hole === undefined) throw new Error(`No hole ${number}`);
    return hole;
  });
  const played = holes.flatMap(({ number, par, strokeIndex }) => {
    const entry = counting.get(number);
    if (entry === undefined) return [];
    const strokes = entry.noScore ? null : entry.strokes;
    return [{ par, strokes, strokesReceived: strokesReceived(dailyHandicap, strokeIndex) }];
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const toPar = sum(played.map((hole) => (hole.strokes ?? nettDoubleBogey(hole)) - hole.par)) - dailyHandicap;
  return {
    strokes: NUMBERS.map((number) => {
      const entry = counting.get(number);
      return entry === undefined ? null : entry.noScore ? 0 : entry.strokes;
    }),
    pars: holes.map(({ par }) => par),
    stroke_indexes: holes.flatMap(({ strokeIndex }) => strokeIndex),
    stableford: sum(played.map(stablefordPoints)),
    par: sum(played.map(parResult)),
    nett_to_par: played.length < 18 ? null : toPar,
    includes_no_score: [...counting.values()].some(({ noScore }) => noScore),
  };
}
