import type { Side } from '@fairmark/contract';
import type { RecordedEvent } from '../envelope/envelope.js';
import type { CorrectedHole, HandicapSettings, MatchEvents } from '../match/match.events.js';

export interface PlainCard {
  userId: string;
  markerId: string | null;
  settings: HandicapSettings;
  /** By hole. */
  entries: Record<Side, Map<number, PlainEntry>>;
  signed: Map<Side, { by: string; hash: string }>;
  verifiedAt: string | null;
  withdrawn: boolean;
  /** Under the id of their correction. */
  corrections: PlainEntry[];
  correctedAt: string | null;
}

export type PlainHole = Pick<CorrectedHole, 'holeNumber' | 'strokes' | 'noScore'>;
export type PlainEntry = PlainHole & { id: string };

/** A match folded in the plainest way, sharing no code with the product, whose fold and tables are compared with it. */
export class PlainMatch {
  created: MatchEvents['MatchCreated'] | null = null;
  createdAt = '';
  hostId = '';
  status: 'LOBBY' | 'STARTED' | 'ENDED' = 'LOBBY';
  startedAt: string | null = null;
  day: string | null = null;
  /** In joining order. */
  readonly members = new Set<string>();
  /** Who created the match or ever accepted an invitation to it. */
  readonly joined = new Set<string>();
  readonly invites = new Map<string, { userId: string; status: string }>();
  readonly cards = new Map<string, PlainCard>();
  readonly closed = new Set<string>();

  /** The change that each type of event makes; the others change nothing here. */
  private readonly on: { [Type in keyof MatchEvents]?: (data: MatchEvents[Type], at: string, id: string) => void } = {
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
    HoleScored: ({ userId, side, holeNumber, strokes, noScore }, _, id) =>
      this.card(userId).entries[side].set(holeNumber, { id, holeNumber, strokes, noScore }),
    HoleScoreCleared: ({ userId, side, holeNumber }) => this.card(userId).entries[side].delete(holeNumber),
    CardSigned: ({ userId, as, signedBy, cardHash }) =>
      this.card(userId).signed.set(as, { by: signedBy, hash: cardHash }),
    CardReopened: ({ userId }) => this.card(userId).signed.clear(),
    CardVerified: ({ userId }, at) => (this.card(userId).verifiedAt = at),
    PlayerWithdrew: ({ userId }) => (this.card(userId).withdrawn = true),
    AccountClosed: ({ userId }) => this.closed.add(userId),
    CardCorrected: ({ userId, holes }, at, id) => {
      this.card(userId).corrections.push(...holes.map((hole) => ({ ...hole, id })));
      this.card(userId).correctedAt = at;
    },
  };

  apply({ id, type, data, metadata }: RecordedEvent): void {
    const handlers: Readonly<Record<string, ((data: never, at: string, id: string) => void) | undefined>> = this.on;
    handlers[type]?.(data as never, metadata.recordedAt, id);
  }

  card(userId: string): PlainCard {
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
}

/** What counts by hole: the marker's entries once all are there, and the committee's corrections over them. */
export function counting({ entries, corrections }: PlainCard): Map<number, PlainEntry> {
  if (entries.MARKER.size < 18) return entries.PLAYER;
  return new Map([...entries.MARKER, ...corrections.map((hole) => [hole.holeNumber, hole] as const)]);
}

const blank = (player: MatchEvents['MatchStarted']['players'][number]): PlainCard => ({
  ...player,
  entries: { PLAYER: new Map(), MARKER: new Map() },
  signed: new Map(),
  verifiedAt: null,
  withdrawn: false,
  corrections: [],
  correctedAt: null,
});
