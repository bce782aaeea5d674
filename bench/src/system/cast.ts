import type { CourseCard, MatchEvent } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import { matchScript } from '@fairmark/projector/testing/match-script';

const HOLES = 18;
/** Number of golfers that a script chooses from. */
const FELLOWS = 6;

/** A started match: its events and its players. */
export interface Group {
  matchId: string;
  /** All events up to the last signature. */
  story: MatchEvent[];
  players: Player[];
}

export interface Player {
  userId: string;
  markerId: string;
}

/** A score that a golfer enters: one hole of one side of a card. */
export interface Entry {
  matchId: string;
  /** The golfer whose card it is. */
  userId: string;
  enteredBy: string;
  side: 'PLAYER' | 'MARKER';
  holeNumber: number;
  strokes: number;
}

/** Who plays, and where. */
export interface Cast {
  golfers: readonly string[];
  course: CourseCard;
}

/** Makes matches of two or three golfers who mark each other, all on one course. */
export function makeGroups(luck: Chance, cast: Cast, days: readonly string[]): Group[] {
  return days.map((day) => {
    const first = luck.whole(0, cast.golfers.length - FELLOWS);
    const golfers = cast.golfers.slice(first, first + FELLOWS);
    const matchId = luck.uuid();
    const story = matchScript(luck, { matchId, course: cast.course, golfers, day, complete: true });
    const start = story.find((event) => event.type === 'MatchStarted');
    const players = (start?.data.players ?? []).map(({ userId, markerId }) => ({ userId, markerId: markerId ?? '' }));
    return { matchId, story, players };
  });
}

/** The events of a match up to its start. */
export function untilStart({ story }: Group): MatchEvent[] {
  return story.slice(0, story.findIndex(({ type }) => type === 'MatchStarted') + 1);
}

/** A match that lacks only the signature that verifies its first card. */
export interface AlmostVerified {
  matchId: string;
  events: MatchEvent[];
  /** The missing events. */
  last: MatchEvent[];
  userId: string;
  markerId: string;
}

/** Cuts a story off just before the signature that verifies its first card. */
export function almostVerified({ matchId, story }: Group): AlmostVerified {
  const at = story.findIndex(({ type }) => type === 'CardVerified');
  const signature = story[at - 1];
  if (signature?.type !== 'CardSigned') throw new Error('A card is verified without a signature');
  const { userId, signedBy } = signature.data;
  return { matchId, events: story.slice(0, at - 1), last: story.slice(at - 1, at + 1), userId, markerId: signedBy };
}

/** Generates every entry of a match in the order of play, hole by hole, both sides of every card. */
export function* entriesOf({ matchId, players }: Group): Generator<Entry> {
  for (let holeNumber = 1; holeNumber <= HOLES; holeNumber += 1) {
    for (const { userId, markerId } of players) {
      const strokes = 3 + ((holeNumber + userId.charCodeAt(0)) % 4);
      const about = { matchId, userId, holeNumber, strokes };
      yield { ...about, enteredBy: userId, side: 'PLAYER' };
      yield { ...about, enteredBy: markerId, side: 'MARKER' };
    }
  }
}

/** Entries of one match after the other. A match is removed from `groups` when its turn comes. */
export function* entriesOfAll(groups: Group[]): Generator<Entry, never> {
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) yield* entriesOf(group);
  throw new Error('Every match has been played');
}

/** An entry as text, to compare acknowledged entries with stored ones. */
export function textOf({ matchId, userId, side, holeNumber, strokes }: Omit<Entry, 'enteredBy'>): string {
  return `${matchId} ${userId} ${side} ${holeNumber}: ${strokes}`;
}
