import { ROUND_UNREADABLE, type StoryLine } from '@fairmark/contract';
import { readRoundStory, storyOf, type StoredRound } from '@fairmark/read-models';
import { Failed, Misused } from '../shell/failure.js';
import type { LogAndDatabase } from '../shell/open.js';
import { revisionOf } from './points-in-time.js';

/** The audit of a round. Its proof always covers the whole stream, even if story and cards end at an earlier point. */
export type AuditedRound = ReturnType<typeof auditRound>['audited'];

/** A round as it stood at a revision: the story up to there, and the cards after its last event. */
export type RoundThen = ReturnType<ReturnType<typeof auditRound>['asAt']>;

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

/** Audits a round. `asAt`: as it stood at a revision or time. Throws `Failed` if no event can be read. */
export function auditRound(stored: StoredRound) {
  const { events } = stored;
  const full = storyOf(stored);
  const last = events.at(-1);
  if (full === null || last === undefined) throw new Failed(ROUND_UNREADABLE);
  const { story, people, cardsAt } = full;
  const asAt = (given: string) => {
    const revision = revisionOf(events, given, story.round.timeZone);
    const lines = story.lines.filter((line) => BigInt(line.revision) <= revision);
    const at = { revision: String(revision), recordedAt: lines.at(-1)?.recordedAt ?? '' };
    return { at, lines, cards: cardsAt(revision) };
  };
  const audited = {
    ...story,
    people,
    /** The point at which story and cards end; null if they cover the whole stream. */
    at: null as Pick<StoryLine, 'revision' | 'recordedAt'> | null,
    /** The number of events in the stream, and the hash of the last one, which covers all of them. */
    events: events.length,
    lastHash: last.metadata.hash,
  };
  return { audited, asAt };
}
