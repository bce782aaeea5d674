import type { StoryCard } from '@fairmark/contract';
import { readRoundStory, tellRound, type FullRound, type StoredRound, type ToldRound } from '@fairmark/read-models';
import { Failed, Misused } from '../shell/failure.js';
import type { LogAndDatabase } from '../shell/open.js';
import { revisionOf } from './points-in-time.js';

/**
 * A round's audit, whole or up to a revision: then the story is cut off there, and the cards are as they stood. The proof is of the
 * whole stream.
 */
export interface AuditedRound extends ToldRound, Pick<FullRound, 'people'> {
  /** Of the course, an IANA name: times are shown on its clock. */
  timeZone: string;
  /** What it was cut off at; null: it is whole. */
  at: { revision: string; recordedAt: string } | null;
  /** How many events the stream has, and the hash of its last one, which stands for all of them. */
  events: number;
  lastHash: string;
}

/** The cards as they stood at a revision. */
export type CardsAt = (revision: bigint) => StoryCard[];

/** What of a round is asked for. */
export interface RoundParts {
  /** A revision or a time. */
  at?: string | undefined;
  /** Id of the golfer whose card alone is wanted. */
  card?: string | undefined;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The id of a match that is given by its id, its stream, or the link of its scorecard. Throws `Misused`. */
export function matchIdOf(given: string): string {
  const id = idIn(given);
  if (id !== null) return id;
  throw new Misused(`'${given}' is no id of a round: it looks like 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01.`);
}

/** The id in a text, as ids are written; null where there is none. */
export function idIn(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null;
}

/** Reads a round from the log. Throws `Failed` where there is none. */
export async function readRound({ store, database }: LogAndDatabase, matchId: string): Promise<StoredRound> {
  const stored = await readRoundStory(store, database, matchId);
  if (stored === null) throw new Failed(`There is no round ${matchId} in the log.`);
  return stored;
}

/** The audit of a round, or of a part of it, and its cards as they stood at any revision. */
export function auditRound(stored: StoredRound, { at, card }: RoundParts): { audited: AuditedRound; cardsAt: CardsAt } {
  const { events } = stored;
  const told = tellRound(events, stored);
  const last = events.at(-1);
  if (told === null || last === undefined) throw new Failed('The round cannot be read: not even its first event.');
  const { story, people, cardsAt } = told;
  const { timeZone } = story.round;
  const whole = { ...story, people, timeZone, at: null, events: events.length, lastHash: last.metadata.hash };
  const part = at === undefined ? whole : upTo(whole, cardsAt, revisionOf(events, at, timeZone));
  return { audited: ofCard(part, card), cardsAt };
}

function upTo(whole: AuditedRound, cardsAt: CardsAt, revision: bigint): AuditedRound {
  const lines = whole.lines.filter((line) => BigInt(line.revision) <= revision);
  const at = { revision: String(revision), recordedAt: lines.at(-1)?.recordedAt ?? '' };
  return { ...whole, lines, cards: cardsAt(revision), at };
}

/** One golfer's card, and the lines that are about it or about the whole round. */
function ofCard(whole: AuditedRound, userId: string | undefined): AuditedRound {
  if (userId === undefined) return whole;
  const cards = whole.cards.filter(({ player }) => player.id === userId.trim().toLowerCase());
  const [card] = cards;
  if (card === undefined) {
    const known = whole.cards.map(({ player }) => `  ${player.id}  ${player.fullName}`);
    const instead = known.length === 0 ? 'It has no cards yet.' : `It has these:\n${known.join('\n')}`;
    throw new Failed(`The round has no card of ${userId}. ${instead}`);
  }
  const lines = whole.lines.filter(({ about }) => about === null || about.id === card.player.id);
  return { ...whole, cards, lines };
}
