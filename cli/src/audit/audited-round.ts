import { ROUND_UNREADABLE, type StoryCard } from '@fairmark/contract';
import { readRoundStory, storyOf, type FullRound, type StoredRound, type AuditedStory } from '@fairmark/read-models';
import { Failed, Misused } from '../shell/failure.js';
import type { LogAndDatabase } from '../shell/open.js';
import { revisionOf } from './points-in-time.js';

/**
 * The audit of a round, whole or up to a revision. In the latter case the story ends there and the cards show their
 * state at that revision. The proof always covers the whole stream.
 */
export interface AuditedRound extends AuditedStory, Pick<FullRound, 'people'> {
  /** The revision at which the audit ends; null if it covers the whole stream. */
  at: { revision: string; recordedAt: string } | null;
  /** The number of events in the stream, and the hash of the last one, which covers all of them. */
  events: number;
  lastHash: string;
}

/** Returns the cards in their state at a revision. */
export type CardsAt = (revision: bigint) => StoryCard[];

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match id in an id, a stream name or the link of a scorecard. Throws `Misused` if there is none. */
export function matchIdOf(given: string): string {
  const id = idIn(given);
  if (id !== null) return id;
  throw new Misused(`'${given}' is not the id of a round, which looks like 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01.`);
}

/** The first UUID in a text, in lower case; null if there is none. */
export function idIn(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null;
}

/** Reads a round from the log. Throws `Failed` if there is none. */
export async function readRound({ store, database }: LogAndDatabase, matchId: string): Promise<StoredRound> {
  const stored = await readRoundStory(store, database, matchId);
  if (stored === null) throw new Failed(`There is no round ${matchId} in the log.`);
  return stored;
}

/** Audits a round, or only up to a revision or time, with its cards at any revision. Throws `Failed` if no event can be read. */
export function auditRound(stored: StoredRound, at?: string): { audited: AuditedRound; cardsAt: CardsAt } {
  const { events } = stored;
  const full = storyOf(events, stored);
  const last = events.at(-1);
  if (full === null || last === undefined) throw new Failed(ROUND_UNREADABLE);
  const { story, people, cardsAt } = full;
  const whole = { ...story, people, at: null, events: events.length, lastHash: last.metadata.hash };
  const audited = at === undefined ? whole : upTo(whole, cardsAt, revisionOf(events, at, story.round.timeZone));
  return { audited, cardsAt };
}

function upTo(whole: AuditedRound, cardsAt: CardsAt, revision: bigint): AuditedRound {
  const lines = whole.lines.filter((line) => BigInt(line.revision) <= revision);
  const at = { revision: String(revision), recordedAt: lines.at(-1)?.recordedAt ?? '' };
  return { ...whole, lines, cards: cardsAt(revision), at };
}
