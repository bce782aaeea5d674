import type { Side } from '@fairmark/contract';
import type { Markers, MatchEvent, MatchEvents, MatchEventType } from '../match/match.events.js';
import type { MatchState } from '../match/match.state.js';
import type { Format } from '@fairmark/scoring';

/**
 * A match once more, kept as simply as possible and sharing no rule with the product: what random rounds are held
 * against. Par 4 everywhere, index = hole number. Every `throw` is a broken promise.
 */

export type PaperScore = number | 'NS';

export interface PaperEntry {
  id: string;
  score: PaperScore;
  by: string;
}

export interface PaperCard {
  marker: string | null;
  formerMarkers: Set<string>;
  shots: number;
  holes: Record<Side, (PaperEntry | null)[]>;
  signed: Partial<Record<Side, { by: string; hash: string }>>;
  verified: boolean;
  /** What the card said when it was first signed. */
  sealed: string | null;
  withdrawn: boolean;
}

export const isSigned = ({ signed }: PaperCard): boolean => signed.PLAYER !== undefined || signed.MARKER !== undefined;

export class PaperMatch {
  phase: 'NONE' | 'LOBBY' | 'ROUND' | 'OVER' = 'NONE';
  format: Format = 'STABLEFORD';
  social = false;
  seats = 0;
  members: string[] = [];
  readonly cards = new Map<string, PaperCard>();
  readonly closed = new Set<string>();
  readonly invites = new Map<string, { userId: string; status: 'PENDING' | 'ANSWERED' }>();
  /** How often each kind of event happened. */
  readonly seen = new Map<MatchEventType, number>();

  /** Writes an event down. @throws when it breaks a promise */
  observe(event: MatchEvent, id: string): void {
    // A committee looks at cards when everybody has gone home.
    const late = event.type === 'CardCorrected' || event.type === 'CommandNoted';
    if (this.phase === 'OVER' && !late) throw new Error(`${event.type} after the end`);
    this.seen.set(event.type, (this.seen.get(event.type) ?? 0) + 1);
    note(this, event.type, event.data, id);
    if (this.members.length + this.pending().length > this.seats) throw new Error('The group is too big');
  }

  pending(): string[] {
    return [...this.invites.values()].filter(({ status }) => status === 'PENDING').map(({ userId }) => userId);
  }

  /** In the match, with an account. */
  present(userId: string): boolean {
    return this.members.includes(userId) && !this.closed.has(userId);
  }

  playing(): string[] {
    return this.members.filter((userId) => this.cards.get(userId)?.withdrawn === false && !this.closed.has(userId));
  }

  card(userId: string): PaperCard {
    const card = this.cards.get(userId);
    if (card === undefined) throw new Error(`There is no card of ${userId}`);
    return card;
  }

  /** Both sides have all holes, with equal results. */
  agreed({ holes, shots }: PaperCard): boolean {
    return holes.PLAYER.every((entry, index) => {
      const other = holes.MARKER[index] ?? null;
      const received = shotsOn(shots, index + 1);
      return (
        entry !== null && other !== null && this.result(entry.score, received) === this.result(other.score, received)
      );
    });
  }

  /** Gross, points, or +/0/− on a par 4. */
  private result(score: PaperScore, received: number): PaperScore {
    if (this.format === 'STROKE') return score;
    const nett = score === 'NS' ? 99 : score - received;
    if (this.format === 'STABLEFORD') return nett >= 6 ? 0 : 6 - nett;
    return Math.sign(4 - nett);
  }

  /** Compares the product's match with this one. @throws where they differ */
  compare(state: MatchState): void {
    if (JSON.stringify(this.members) !== JSON.stringify([...state.members.keys()])) throw new Error('Other members');
    const paper = [...this.cards].map(([userId, { marker, withdrawn, verified, holes }]) => {
      const entries = [holes.PLAYER, holes.MARKER].map((side) => side.map((entry) => entry && [entry.id, entry.score]));
      return { userId, marker, withdrawn, verified, entries };
    });
    const product = [...state.cards.values()].map(({ userId, markerId, withdrawn, verified, player, marker }) => {
      const entries = [player, marker].map((side) =>
        side.map((entry) => entry && [entry.entryId, entry.noScore ? 'NS' : entry.strokes]),
      );
      return { userId, marker: markerId, withdrawn, verified, entries };
    });
    if (JSON.stringify(paper) !== JSON.stringify(product)) {
      throw new Error(`On paper ${JSON.stringify(paper)}, in the match ${JSON.stringify(product)}`);
    }
    const playing = this.playing();
    const hostPlays = this.phase !== 'ROUND' || playing.length === 0 || playing.includes(state.hostId);
    if (!hostPlays) throw new Error(`${state.hostId} is host and does not play`);
    if (this.social) checkNoMarkers(state);
    else if (this.phase === 'LOBBY') checkLoop(this, state);
    else if (this.phase === 'ROUND') checkEverybodyIsMarked(this);
  }
}

function checkNoMarkers(state: MatchState): void {
  const marked = [...state.members.values()].some(({ markerId }) => markerId !== null);
  if (marked) throw new Error('A practice round is marked');
}

/** Everybody is marked by another of the group, and by the one before in joining order unless the host chose. */
function checkLoop({ members }: PaperMatch, state: MatchState): void {
  if (members.length < 2) return;
  members.forEach((userId, index) => {
    const marker = state.members.get(userId)?.markerId ?? null;
    const another = marker !== null && marker !== userId && members.includes(marker);
    if (!another) throw new Error(`${userId} has no marker`);
    if (state.markersBy === 'LOOP' && marker !== members.at(index - 1)) throw new Error(`${userId} is not in the loop`);
  });
}

/** An open card is marked by somebody else who plays; by nobody, or somebody who left, only where nobody else plays. */
function checkEverybodyIsMarked(paper: PaperMatch): void {
  for (const [userId, { marker, withdrawn, verified }] of paper.cards) {
    if (marker === userId) throw new Error(`${userId} marks the own card`);
    if (withdrawn || verified) continue;
    const others = paper.playing().filter((other) => other !== userId);
    const marked = marker !== null && others.includes(marker);
    if (others.length > 0 && !marked) throw new Error(`${userId} is not marked`);
    if (marker !== null && paper.closed.has(marker)) throw new Error(`${userId} is marked by somebody who is gone`);
  }
}

type Notes = { [T in MatchEventType]: (paper: PaperMatch, data: MatchEvents[T], id: string) => void };

function note<T extends MatchEventType>(paper: PaperMatch, type: T, data: MatchEvents[T], id: string): void {
  NOTES[type](paper, data, id);
}

const NOTES: Notes = {
  MatchCreated: (paper, { hostId, matchType, playType, maxGroupSize }) => {
    paper.phase = 'LOBBY';
    paper.members = [hostId];
    paper.format = matchType;
    paper.social = playType === 'SOCIAL';
    paper.seats = maxGroupSize;
  },
  PlayerInvited: (paper, { inviteId, userId }) => {
    paper.invites.set(inviteId, { userId, status: 'PENDING' });
    const times = [...paper.invites.values()].filter((invite) => invite.userId === userId).length;
    if (times > 3) throw new Error(`${userId} was asked a fourth time`);
  },
  InviteAccepted: (paper, { inviteId, userId }) => {
    answered(paper, inviteId);
    paper.members.push(userId);
  },
  InviteDenied: (paper, { inviteId }) => answered(paper, inviteId),
  InviteRemoved: (paper, { inviteId }) => answered(paper, inviteId),
  PlayerRemoved: (paper, { userId }) => left(paper, userId),
  PlayerLeftLobby: (paper, { userId }) => left(paper, userId),
  LobbyEnded: over,
  MatchEnded: over,
  MatchStarted: (paper, { players }) => {
    if (paper.pending().length > 0) throw new Error('Started with invitations open');
    if (!paper.social && players.length < 2) throw new Error('A competition of one');
    if (players.length !== paper.members.length) throw new Error('Somebody was left behind');
    paper.phase = 'ROUND';
    for (const { userId, settings, markerId } of players) {
      if (paper.social !== (markerId === null)) throw new Error(`${userId} started with marker ${markerId}`);
      paper.cards.set(userId, blankCard(settings.dailyHandicap, markerId));
    }
  },
  MarkersAssigned: (paper, { markers }) => reassigned(paper, markers),
  HoleScored: (paper, data, id) => {
    if ((data.side === 'PLAYER') !== (data.enteredBy === data.userId)) throw new Error('Entered on the wrong side');
    const score = data.noScore ? 'NS' : data.strokes;
    if (score === null) throw new Error('An entry without a score');
    write(paper, data, { id, score, by: data.enteredBy });
  },
  HoleScoreCleared: (paper, data) => write(paper, data, null),
  CardSigned: (paper, { userId, as, signedBy, cardHash }) => {
    const card = paper.card(userId);
    if (card.signed[as] !== undefined) throw new Error('Signed twice');
    if (!paper.agreed(card)) throw new Error('Signed without agreement');
    card.signed[as] = { by: signedBy, hash: cardHash };
    card.sealed ??= shown(card);
  },
  CardVerified: (paper, { userId, cardHash }) => {
    const card = paper.card(userId);
    const { PLAYER, MARKER } = card.signed;
    if (PLAYER?.hash !== cardHash || MARKER?.hash !== cardHash) throw new Error('Verified without both signatures');
    if (PLAYER.by !== userId || MARKER.by === userId) throw new Error('Signed by the wrong people');
    if (!paper.agreed(card)) throw new Error('Verified without agreement');
    if (card.sealed !== shown(card)) throw new Error('Verified is not what was signed');
    card.verified = true;
  },
  CardReopened: (paper, { userId }) => {
    const card = paper.card(userId);
    if (card.verified) throw new Error('A verified card was reopened');
    card.signed = {};
    card.sealed = null;
  },
  CardCorrected: (paper, { userId, correctedBy }) => {
    if (!paper.card(userId).verified) throw new Error('A card was corrected that is not verified');
    if (correctedBy === userId) throw new Error('Somebody corrected their own card');
  },
  PlayerWithdrew: (paper, { userId }) => {
    if (isSigned(paper.card(userId))) throw new Error('A signed card was withdrawn');
    paper.card(userId).withdrawn = true;
  },
  AccountClosed: (paper, { userId }) => {
    paper.closed.add(userId);
  },
  HandicapSet: () => undefined,
  PlayerReadied: () => undefined,
  PlayerUnreadied: () => undefined,
  HostChanged: () => undefined,
  CommandNoted: () => undefined,
};

function answered(paper: PaperMatch, inviteId: string): void {
  const invite = paper.invites.get(inviteId);
  if (invite?.status !== 'PENDING') throw new Error('There was nothing to answer');
  invite.status = 'ANSWERED';
}

function left(paper: PaperMatch, userId: string): void {
  paper.members = paper.members.filter((member) => member !== userId);
}

function over(paper: PaperMatch): void {
  paper.phase = 'OVER';
}

function reassigned(paper: PaperMatch, markers: Markers): void {
  for (const [userId, card] of paper.cards) {
    const marker = markers[userId] ?? null;
    if (card.marker === marker) continue;
    if (card.verified) throw new Error('A verified card changed its marker');
    if (card.marker !== null) card.formerMarkers.add(card.marker);
    card.marker = marker;
  }
}

type Place = { userId: string; side: Side; holeNumber: number };

function write(paper: PaperMatch, { userId, side, holeNumber }: Place, entry: PaperEntry | null): void {
  const card = paper.card(userId);
  if (isSigned(card)) throw new Error('A signed card changed');
  if (card.withdrawn) throw new Error('A withdrawn card changed');
  card.holes[side][holeNumber - 1] = entry;
}

/** Shots on a hole: one per full 18, one more on the hardest; a plus golfer gives them back on the easiest. */
function shotsOn(shots: number, hole: number): number {
  let given = 0;
  for (let shot = 1; shot <= shots; shot += 1) given += ((shot - 1) % 18) + 1 === hole ? 1 : 0;
  for (let shot = 1; shot <= -shots; shot += 1) given -= 19 - shot === hole ? 1 : 0;
  return given;
}

const shown = ({ holes }: PaperCard): string => JSON.stringify([holes.PLAYER, holes.MARKER]);

const blankCard = (shots: number, marker: string | null): PaperCard => ({
  marker,
  formerMarkers: new Set(),
  shots,
  holes: { PLAYER: Array.from({ length: 18 }, () => null), MARKER: Array.from({ length: 18 }, () => null) },
  signed: {},
  verified: false,
  sealed: null,
  withdrawn: false,
});
