import type { RecordedEvent } from '../envelope/envelope.js';
import type { MatchEvents } from '../match/match.events.js';
import { countingEntries } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import { counting, PlainMatch, type PlainCard, type PlainEntry, type PlainHole } from './plain-match.js';

/**
 * A model to compare random rounds with: every promise, checked as simply as possible, without the product's rules.
 * Par 4 everywhere, index = hole number. Every `throw` is a broken promise.
 */

type PaperScore = number | 'NS' | null;

const NUMBERS = Array.from({ length: 18 }, (_, index) => index + 1);

const isSigned = ({ signed }: PlainCard): boolean => signed.size > 0;
const scoreOf = ({ strokes, noScore }: PlainHole): PaperScore => (noScore ? 'NS' : strokes);

export class PaperMatch extends PlainMatch {
  /** How often each kind of event happened. */
  readonly seen = new Map<string, number>();
  /** Each card as it was first signed. */
  readonly sealed = new Map<string, string>();

  /** Applies an event. @throws when it breaks a promise */
  observe(event: RecordedEvent): void {
    const { type, data } = event;
    // Committees correct cards after the match has ended.
    const late = type === 'CardCorrected' || type === 'CommandNoted';
    if (this.status === 'ENDED' && !late) throw new Error(`${type} after the end`);
    this.seen.set(type, (this.seen.get(type) ?? 0) + 1);
    const checks: Readonly<Record<string, ((paper: PaperMatch, data: never) => void) | undefined>> = CHECKS;
    checks[type]?.(this, data as never);
    this.apply(event);
    if (this.members.size + this.pending().length > (this.created?.maxGroupSize ?? 0)) {
      throw new Error('The group is too big');
    }
  }

  get social(): boolean {
    return this.created?.playType === 'SOCIAL';
  }

  pending(): string[] {
    return [...this.invites.values()].filter(({ status }) => status === 'PENDING').map(({ userId }) => userId);
  }

  /** In the match, with an account. */
  present(userId: string): boolean {
    return this.members.has(userId) && !this.closed.has(userId);
  }

  playing(): string[] {
    return [...this.members].filter((userId) => this.cards.get(userId)?.withdrawn === false && this.present(userId));
  }

  /** Both sides have all holes, with equal results. */
  agreed({ entries, settings }: PlainCard): boolean {
    return NUMBERS.every((hole) => {
      const [mine, other] = [entries.PLAYER.get(hole), entries.MARKER.get(hole)];
      const received = shotsOn(settings.dailyHandicap, hole);
      return (
        mine !== undefined &&
        other !== undefined &&
        this.result(scoreOf(mine), received) === this.result(scoreOf(other), received)
      );
    });
  }

  /** Gross, points, or +/0/− on a par 4. */
  private result(score: PaperScore, received: number): PaperScore {
    if (this.created?.matchType === 'STROKE') return score;
    const nett = typeof score === 'number' ? score - received : 99;
    if (this.created?.matchType === 'STABLEFORD') return nett >= 6 ? 0 : 6 - nett;
    return Math.sign(4 - nett);
  }

  /** Compares the product's match with this one. @throws where they differ */
  compare(state: MatchState): void {
    if (JSON.stringify([...this.members]) !== JSON.stringify([...state.members.keys()])) {
      throw new Error('Other members');
    }
    const paper = [...this.cards.values()].map((card) => {
      const { userId, markerId, withdrawn, verifiedAt, signed } = card;
      const hashes = [signed.get('PLAYER')?.hash, signed.get('MARKER')?.hash];
      const sides = [shown(card.entries), shown({ counting: counting(card) })];
      return [userId, markerId, withdrawn, verifiedAt, hashes, ...sides];
    });
    const product = [...state.cards.values()].map((card) => {
      const { userId, markerId, withdrawn, verifiedAt, signatures, player, marker } = card;
      const hashes = [signatures.PLAYER?.cardHash, signatures.MARKER?.cardHash];
      const sides = [[player, marker], [countingEntries(card)]].map((lists) =>
        lists.map((list) => list.map((entry) => entry && [entry.entryId, scoreOf(entry)])),
      );
      return [userId, markerId, withdrawn, verifiedAt, hashes, ...sides];
    });
    if (JSON.stringify(paper) !== JSON.stringify(product)) {
      throw new Error(`On paper ${JSON.stringify(paper)}, in the match ${JSON.stringify(product)}`);
    }
    const playing = this.playing();
    const hostPlays = this.status !== 'STARTED' || playing.length === 0 || playing.includes(state.hostId);
    if (!hostPlays) throw new Error(`${state.hostId} is host and does not play`);
    if (this.social) checkNoMarkers(state);
    else if (this.status === 'LOBBY') checkLoop([...this.members], state);
    else if (this.status === 'STARTED') checkEverybodyIsMarked(this);
  }
}

function checkNoMarkers(state: MatchState): void {
  const marked = [...state.members.values()].some(({ markerId }) => markerId !== null);
  if (marked) throw new Error('A practice round is marked');
}

/** Each player is marked by another one, by the previous in joining order unless the host chose. */
function checkLoop(members: readonly string[], state: MatchState): void {
  if (members.length < 2) return;
  members.forEach((userId, index) => {
    const marker = state.members.get(userId)?.markerId ?? null;
    const another = marker !== null && marker !== userId && members.includes(marker);
    if (!another) throw new Error(`${userId} has no marker`);
    if (state.markersBy === 'LOOP' && marker !== members.at(index - 1)) throw new Error(`${userId} is not in the loop`);
  });
}

/** An open card is marked by another player; has no marker, or one who left, only where no other player is left. */
function checkEverybodyIsMarked(paper: PaperMatch): void {
  for (const { userId, markerId: marker, withdrawn, verifiedAt } of paper.cards.values()) {
    if (marker === userId) throw new Error(`${userId} marks the own card`);
    if (withdrawn || verifiedAt !== null) continue;
    const others = paper.playing().filter((other) => other !== userId);
    const marked = marker !== null && others.includes(marker);
    if (others.length > 0 && !marked) throw new Error(`${userId} is not marked`);
    if (marker !== null && paper.closed.has(marker)) throw new Error(`${userId} is marked by a golfer who is gone`);
  }
}

/** Checks for each type of event, before it changes the match. */
const CHECKS: { [T in keyof MatchEvents]?: (paper: PaperMatch, data: MatchEvents[T]) => void } = {
  PlayerInvited: ({ invites }, { userId }) => {
    const times = [...invites.values()].filter((invite) => invite.userId === userId).length;
    if (times >= 3) throw new Error(`${userId} was asked a fourth time`);
  },
  InviteAccepted: checkPending,
  InviteDenied: checkPending,
  InviteRemoved: checkPending,
  MatchStarted: (paper, { players }) => {
    if (paper.pending().length > 0) throw new Error('Started with invitations open');
    if (!paper.social && players.length < 2) throw new Error('A competition of one');
    if (players.length !== paper.members.size) throw new Error('A player was left behind');
    for (const { userId, markerId } of players) {
      if (paper.social !== (markerId === null)) throw new Error(`${userId} started with marker ${markerId}`);
    }
  },
  MarkersAssigned: ({ cards }, { markers }) => {
    for (const { userId, markerId, verifiedAt } of cards.values()) {
      if (!(userId in markers)) throw new Error(`${userId} was left out`);
      if (verifiedAt !== null && markers[userId] !== markerId) throw new Error('A verified card changed its marker');
    }
  },
  HoleScored: (paper, data) => {
    if ((data.side === 'PLAYER') !== (data.enteredBy === data.userId)) throw new Error('Entered on the wrong side');
    if (scoreOf(data) === null) throw new Error('An entry without a score');
    checkOpen(paper.card(data.userId));
  },
  HoleScoreCleared: (paper, { userId }) => checkOpen(paper.card(userId)),
  CardSigned: (paper, { userId, as }) => {
    const card = paper.card(userId);
    if (card.signed.has(as)) throw new Error('Signed twice');
    if (!paper.agreed(card)) throw new Error('Signed without agreement');
    if (!isSigned(card)) paper.sealed.set(userId, JSON.stringify(shown(card.entries)));
  },
  CardVerified: (paper, { userId, cardHash }) => {
    const card = paper.card(userId);
    const [player, marker] = [card.signed.get('PLAYER'), card.signed.get('MARKER')];
    if (player?.hash !== cardHash || marker?.hash !== cardHash) throw new Error('Verified without both signatures');
    if (player.by !== userId || marker.by === userId) throw new Error('Signed by the wrong people');
    if (!paper.agreed(card)) throw new Error('Verified without agreement');
    const changed = paper.sealed.get(userId) !== JSON.stringify(shown(card.entries));
    if (changed) throw new Error('Verified is not what was signed');
  },
  CardReopened: (paper, { userId }) => {
    if (paper.card(userId).verifiedAt !== null) throw new Error('A verified card was reopened');
  },
  CardCorrected: (paper, { userId, correctedBy, holes }) => {
    const card = paper.card(userId);
    if (card.verifiedAt === null) throw new Error('A card was corrected that is not verified');
    if (correctedBy === userId) throw new Error('A golfer corrected their own card');
    for (const hole of holes) {
      const before = counting(card).get(hole.holeNumber);
      if (before?.id !== hole.replaces) throw new Error('A correction replaces an entry that did not count');
      if (scoreOf(before) === scoreOf(hole)) throw new Error('A correction changes nothing');
    }
  },
  PlayerWithdrew: (paper, { userId }) => {
    if (isSigned(paper.card(userId))) throw new Error('A signed card was withdrawn');
  },
};

function checkPending({ invites }: PaperMatch, { inviteId }: { inviteId: string }): void {
  if (invites.get(inviteId)?.status !== 'PENDING') throw new Error('There was nothing to answer');
}

function checkOpen(card: PlainCard): void {
  if (isSigned(card)) throw new Error('A signed card changed');
  if (card.withdrawn) throw new Error('A withdrawn card changed');
}

/** Shots on a hole: one per full 18, one more on the hardest; a plus golfer gives them back on the easiest. */
function shotsOn(shots: number, hole: number): number {
  let given = 0;
  for (let shot = 1; shot <= shots; shot += 1) given += ((shot - 1) % 18) + 1 === hole ? 1 : 0;
  for (let shot = 1; shot <= -shots; shot += 1) given -= 19 - shot === hole ? 1 : 0;
  return given;
}

/** Entries hole by hole. */
const shown = (lists: Readonly<Record<string, Map<number, PlainEntry>>>) =>
  Object.values(lists).map((list) =>
    NUMBERS.map((hole) => {
      const entry = list.get(hole);
      return entry === undefined ? null : [entry.id, scoreOf(entry)];
    }),
  );
