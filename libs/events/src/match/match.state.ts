import type { RoundStart, Side } from '@fairmark/contract';
import type { Gender } from '@fairmark/scoring';
import type { HandicapSettings, LobbyEndReason, MatchEvents, StartingPlayer } from './match.events.js';

export interface Entry extends Omit<MatchEvents['HoleScored'], 'replaces'> {
  /** The event's id. */
  entryId: string;
  recordedAt: string;
}

export interface Signature extends Pick<MatchEvents['CardSigned'], 'signedBy' | 'as' | 'cardHash'> {
  signedAt: string;
}

/** What counts on a hole: an entry, or the committee's correction. */
export type CountingEntry = Pick<Entry, 'entryId' | 'holeNumber' | 'strokes' | 'noScore' | 'recordedAt'>;

/** A correction of a verified card by the committee. */
export interface Correction extends Pick<MatchEvents['CardCorrected'], 'correctedBy' | 'reason' | 'noteHash'> {
  /** The event's id. */
  correctionId: string;
  correctedAt: string;
  holes: CountingEntry[];
}

/** A golfer in the lobby. */
export interface Member {
  userId: string;
  gender: Gender;
  settings: HandicapSettings | null;
  ready: boolean;
  markerId: string | null;
}

export interface InviteState extends Readonly<MatchEvents['PlayerInvited']> {
  status: 'PENDING' | 'ACCEPTED' | 'DENIED' | 'REMOVED';
}

/** A player's card, which exists from the start of the round. Index 0 of `player` and `marker` is hole 1. */
export interface Card extends StartingPlayer {
  /** Previous markers of this card, whose late entries may still fill empty holes. */
  formerMarkers: Set<string>;
  player: (Entry | null)[];
  marker: (Entry | null)[];
  signatures: Partial<Record<Side, Signature>>;
  verified: boolean;
  verifiedAt: string | null;
  withdrawn: boolean;
  /** Oldest first. They never change the entries and signatures above. */
  corrections: Correction[];
}

/** A match folded from its events. Maps are in joining order. */
export interface MatchState extends Omit<MatchEvents['MatchCreated'], 'hostGender'> {
  status: 'LOBBY' | 'STARTED' | 'ENDED';
  endReason: LobbyEndReason | 'ALL_WITHDRAWN' | null;
  createdAt: string;
  /** Null in a lobby. */
  start: RoundStart | null;
  members: Map<string, Member>;
  invites: Map<string, InviteState>;
  markersBy: 'LOOP' | 'HOST';
  cards: Map<string, Card>;
  /** Players whose account was deleted after the start. */
  closedAccounts: Set<string>;
}
