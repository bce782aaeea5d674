import {
  foldMatch,
  matchStream,
  upcast,
  type CompetitionEventType,
  type MatchEventType,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import type { Pool } from 'pg';
import type { Letter } from './mail.layout.js';

/** A mail's subject matter: ids, or a link's secret token. */
export type About = Readonly<Record<string, string>>;

/** A mail that an event causes. Reading the same event again yields the same mail. */
export interface CausedMail<Subject extends About = About> {
  cause: string;
  userId: string;
  about: Subject;
}

/** A kind of mail: what causes it, when it is due, whether it is sent, and its text. */
export interface MailKind<Subject extends About = About> {
  /** The name in outbox rows, including those of other builds. */
  name: string;
  /** Event types that may cause it. Missing for account links, which requests put into the outbox. */
  causedBy?: readonly (MatchEventType | CompetitionEventType)[];
  /** Delay between reading the event and first deciding whether to send the mail, milliseconds. */
  delayMs?: number;
  /** How long the mail is useful, milliseconds. Older events cause no mail. */
  lifeMs: number;
  causes?(event: RecordedEvent, store: Streams): Promise<CausedMail<Subject>[]>;
  /** Decides, when the mail is due, whether to send it; retried if it throws. */
  decide(about: Subject, writing: Writing): Promise<Verdict>;
}

export type Streams = Pick<EventStore, 'readStream' | 'logId'>;

/** The recipient of a mail, and what `decide` needs to look up its contents. */
export interface Writing {
  userId: string;
  createdAt: Date;
  now: Date;
  pool: Pool;
  store: Streams;
  /** Looks up names, which are stored nowhere, made safe for mails; deleted accounts have a name too. */
  naming(ids: Iterable<string>): Promise<NameOf>;
}

export type NameOf = (userId: string) => string;

/** Whether to send a mail (Letter), drop it, or decide again at a later time (Date). */
export type Verdict = Letter | Dropped | Date;

/** A mail that is never sent. */
export class Dropped {
  /** `reason`: for the log, without names. `late`: whether an outage kept it from being sent in time. */
  constructor(
    readonly reason: string,
    readonly late = false,
  ) {}
}

/** Minimum pause before deciding on a waiting mail again, milliseconds. */
export const LOOK_AGAIN_MS = 60_000;

/** A match's events, upcast, and its state after them: all, or those up to a revision. */
export async function readMatch(
  store: Streams,
  matchId: string,
  until?: bigint,
): Promise<{ events: RecordedEvent[]; state: MatchState | null }> {
  const events = (await wholeStream(store, matchStream(matchId), { until })).map(upcast);
  return { events, state: foldMatch(events) };
}
