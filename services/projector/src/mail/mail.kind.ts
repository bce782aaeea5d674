import { foldMatch, matchStream, upcast, type MatchState, type RecordedEvent } from '@fairmark/events';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import type { Pool } from 'pg';
import type { Letter } from './mail.layout.js';

/** What a mail is about: ids, or the secret of a link. */
export type About = Readonly<Record<string, string>>;

/** A mail that an event causes. Read again, the same event causes the same mail. */
export interface CausedMail<Subject extends About = About> {
  /** One mail per cause. */
  cause: string;
  userId: string;
  about: Subject;
}

/** A kind of mail: what causes it, when it is due, whether it is sent and what it says. */
export interface MailKind<Subject extends About = About> {
  /** As rows of the outbox have it, also those of other builds. */
  name: string;
  /** Types of the events that may cause it; those of accounts are put into the outbox by requests. */
  causedBy?: readonly string[];
  /** From the reading of the event to the first look at whether the mail is to go, milliseconds. */
  delayMs?: number;
  /** How long it is of use, milliseconds. An event that is older causes none. */
  lifeMs: number;
  /** It verifies the address or sets a new password: it also goes to an address that is not verified. */
  linksToAccount?: boolean;
  causes?(event: RecordedEvent, store: Streams): Promise<CausedMail<Subject>[]>;
  /**
   * Decides what becomes of a mail at the moment at which it would go.
   *
   * @throws StoreUnavailable, or an error of the database: the mail then waits as before
   */
  decide(about: Subject, writing: Writing): Promise<Verdict>;
}

export type Streams = Pick<EventStore, 'readStream' | 'logId'>;

/** Whom a mail goes to, and what it needs to look things up and to name others. */
export interface Writing extends Omit<Wording, 'nameOf'> {
  /** When it was put into the outbox. */
  createdAt: Date;
  now: Date;
  pool: Pool;
  store: Streams;
  /** The names of golfers by their ids, as they may stand in a mail; of deleted accounts too. */
  naming(ids: Iterable<string>): Promise<Wording['nameOf']>;
}

/** What the words of a mail are made with. */
export interface Wording {
  userId: string;
  fullName: string;
  publicUrl: string;
  nameOf: (userId: string) => string;
}

/** What becomes of a mail: its words are sent, it is dropped, or it is looked at again from a moment on. */
export type Verdict = Letter | Dropped | Date;

/** A mail that is never sent. */
export class Dropped {
  /**
   * @param reason for the log, without names
   * @param late it should have gone, and something was down until it was of no use any more
   */
  constructor(
    readonly reason: string,
    readonly late = false,
  ) {}
}

/** A mail that has to wait is looked at again after this at the earliest, milliseconds. */
export const LOOK_AGAIN_MS = 60_000;

/** A match as it is now, and what has happened in it. */
export async function readMatch(
  store: Streams,
  matchId: string,
): Promise<{ events: RecordedEvent[]; state: MatchState | null }> {
  const events = (await wholeStream(store, matchStream(matchId))).map(upcast);
  return { events, state: foldMatch(events) };
}
