import type { CourseCard, MatchEvent } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import { matchScript, scriptedCourse } from '@fairmark/projector/testing/match-script';

const HOLES = 18;
/** As many as a script needs to choose from. */
const FELLOWS = 6;

/** A started match, as its log and as those who play it. */
export interface Group {
  matchId: string;
  /** Everything that happened up to the last signature. */
  story: MatchEvent[];
  players: Player[];
}

export interface Player {
  userId: string;
  markerId: string;
}

/** One hole of one side of one card: what a golfer enters. */
export interface Entry {
  matchId: string;
  /** Whose card. */
  userId: string;
  enteredBy: string;
  side: 'PLAYER' | 'MARKER';
  holeNumber: number;
  strokes: number;
}

/** Matches of two or three golfers who mark each other, all on one course. */
export function makeGroups(
  luck: Chance,
  cast: { golfers: readonly string[]; course: CourseCard },
  days: string[],
): Group[] {
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

/** A course with the holes of a scripted one under the id of a stored one. */
export function courseWithId(luck: Chance, courseId: string): CourseCard {
  return { ...scriptedCourse(luck, 'Banksia Links'), courseId };
}

/** What happened to a match until its round began. */
export function untilStart({ story }: Group): MatchEvent[] {
  return story.slice(0, story.findIndex(({ type }) => type === 'MatchStarted') + 1);
}

/** A match in which one signature is missing: with it the first card is verified. */
export interface AlmostVerified {
  matchId: string;
  events: MatchEvent[];
  /** What is missing. */
  last: MatchEvent[];
  userId: string;
  markerId: string;
}

/** Cuts a story off right before the signature that verifies its first card. */
export function almostVerified({ matchId, story }: Group): AlmostVerified {
  const at = story.findIndex(({ type }) => type === 'CardVerified');
  const signature = story[at - 1];
  if (signature?.type !== 'CardSigned') throw new Error('A card is verified without a signature');
  const { userId, signedBy } = signature.data;
  return { matchId, events: story.slice(0, at - 1), last: story.slice(at - 1, at + 1), userId, markerId: signedBy };
}

/** Every entry of a match in the order of play, hole by hole, both sides of every card. Made as it is asked for. */
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

/** An entry as a text, by which what was acknowledged is compared with what is stored. */
export function textOf({ matchId, userId, side, holeNumber, strokes }: Omit<Entry, 'enteredBy'>): string {
  return `${matchId} ${userId} ${side} ${holeNumber}: ${strokes}`;
}
