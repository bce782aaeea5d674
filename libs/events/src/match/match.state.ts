import type { CorrectionReason, RoundStart, Side } from '@fairmark/contract';
import type { Gender } from '@fairmark/scoring';
import type { HandicapSettings, LobbyEndReason, MatchEvents } from './match.events.js';

export interface Entry extends Omit<MatchEvents['HoleScored'], 'replaces'> {
  /** The event's id. */
  entryId: string;
  recordedAt: string;
}

export interface Signature {
  signedBy: string;
  as: Side;
  signedAt: string;
  cardHash: string;
}

/** What counts on a hole: an entry, or the committee's correction of it. */
export type CountingEntry = Pick<Entry, 'entryId' | 'holeNumber' | 'strokes' | 'noScore' | 'recordedAt'>;

/** A correction of a verified card by the committee. */
export interface Correction {
  correctionId: string;
  correctedBy: string;
  correctedAt: string;
  reason: CorrectionReason;
  noteHash: string | null;
  /** The holes that it put right. */
  holes: CountingEntry[];
  /** Of the card as it was from then on. */
  cardHash: string;
}

/** A golfer in the lobby. */
export interface Member {
  userId: string;
  gender: Gender;
  settings: HandicapSettings | null;
  ready: boolean;
  markerId: string | null;
}

export interface InviteState {
  inviteId: string;
  userId: string;
  status: 'PENDING' | 'ACCEPTED' | 'DENIED' | 'REMOVED';
}

/** A player's card, from the start on. Index 0 of `player` and `marker` is hole 1. */
export interface Card {
  userId: string;
  settings: HandicapSettings;
  markerId: string | null;
  /** Who kept this card before: their late entries still fill empty holes. */
  formerMarkers: Set<string>;
  player: (Entry | null)[];
  marker: (Entry | null)[];
  signatures: Partial<Record<Side, Signature>>;
  verified: boolean;
  verifiedAt: string | null;
  withdrawn: boolean;
  /** In their order; entries and signatures above are never changed by them. */
  corrections: Correction[];
}

export type MatchStatus = 'LOBBY' | 'STARTED' | 'ENDED';

/** A match as its events describe it. Maps keep joining order. */
export interface MatchState extends Omit<MatchEvents['MatchCreated'], 'hostGender'> {
  status: MatchStatus;
  endReason: LobbyEndReason | 'ALL_WITHDRAWN' | null;
  createdAt: string;
  /** Null in a lobby. */
  start: RoundStart | null;
  members: Map<string, Member>;
  invites: Map<string, InviteState>;
  markersBy: 'LOOP' | 'HOST';
  cards: Map<string, Card>;
  /** Golfers who were kicked and have not come back. */
  removed: Set<string>;
  /** Players whose account was deleted after the start. */
  closedAccounts: Set<string>;
}
