import type { PlayType } from '@fairmark/contract';
import { randomUUID } from 'node:crypto';
import type { CourseCard, MatchEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import {
  COURSE,
  created,
  entered,
  settings,
  signed,
  startedWith,
  verified,
  withdrew,
} from '@fairmark/events/testing/golfers';
import { appendToMatch } from '@fairmark/projector/testing/fill-log';
import { addCourse } from '@fairmark/projector/testing/rows';
import type { Format } from '@fairmark/scoring';
import { ProjectionGate } from '../../positions/projection-gate.js';
import { Player, Stage } from '../../testing/stage.js';

/** A hole's strokes, No Score, or no entry. */
export type Hole = number | 'NS' | null;

export interface PlayedCard {
  golfer: Player;
  holes: Hole[];
  /** The marker's entries; by default the same as the golfer's. */
  marked?: Hole[];
  dailyHandicap?: number;
  /** Who has signed; with both, the card is verified. */
  signed?: 'both' | 'player' | 'marker' | 'none';
  withdrawn?: boolean;
}

export interface PlayedRound {
  cards: PlayedCard[];
  day?: string;
  matchType?: Format;
  playType?: PlayType;
  course?: CourseCard;
}

export const TODAY = '2026-11-14';
const HASH = 'a'.repeat(64);

/** Eighteen holes of par 4, except those named. */
export function card(named: Record<number, Hole> = {}, others: Hole = 4): Hole[] {
  return Array.from({ length: 18 }, (_, i) => (named[i + 1] === undefined ? others : named[i + 1]) ?? null);
}

/** A stage with two courses of eighteen par 4s, and rounds given as cards. */
export class Club extends Stage {
  readonly courses = [flatCourse('Banksia Links', '10001'), flatCourse('Wattle Park', '10002')] as const;
  private minute = 0;

  protected override async open(): Promise<void> {
    await super.open();
    for (const { courseId, name, clubName, golflinkCourseId } of this.courses) {
      await addCourse(this.pool, courseId, name, golflinkCourseId);
      await this.api.sql('update app.courses set club_name = $2 where id = $1', [courseId, clubName]);
    }
  }

  /** Golfers with these names. */
  async golfers<Names extends string[]>(...names: Names) {
    const golfers = await Promise.all(names.map((fullName) => this.player({ fullName })));
    return golfers as { [Name in keyof Names]: Player };
  }

  /** Golfers with these names, for the tests of this file or `describe`: others in each test, or the same in all. */
  named<Names extends string[]>(before: typeof beforeEach, ...names: Names) {
    const golfers = names.map(() => new Player(this));
    before(() => Promise.all(golfers.map((golfer, nth) => golfer.signUp({ fullName: names[nth] }))));
    return golfers as { [Name in keyof Names]: Player };
  }

  /** Plays a round of two or three cards, each marked by the golfer before; returns the match's id. */
  async plays({ cards, ...round }: PlayedRound): Promise<string> {
    const { day = TODAY, matchType = 'STROKE', playType = 'COMPETITION', course = this.courses[0] } = round;
    const matchId = randomUUID();
    const host = cards[0]?.golfer;
    const marker = (i: number): string | null =>
      playType === 'SOCIAL' ? null : (cards[(i + cards.length - 1) % cards.length]?.golfer.id ?? null);
    const events: MatchEvent[] = [
      created({ hostId: host?.id, hostGender: host?.gender, matchId, playType, matchType, course }),
      ...cards.slice(1).flatMap(({ golfer }) => joins(golfer)),
      startedWith(
        day,
        cards.map(({ golfer: { id: userId, handicap, gender }, dailyHandicap = 0 }, i) => {
          return { userId, settings: settings(handicap, dailyHandicap, gender), markerId: marker(i) };
        }),
      ),
      ...cards.flatMap((played, i) => eventsOf(played, marker(i))),
    ];
    this.minute += 1;
    const now = new Date(Date.parse(`${day}T00:00:00Z`) + this.minute * 60_000).toISOString();
    await appendToMatch(this.store, matchId, events, { now });
    return matchId;
  }

  /** Waits until the tables hold everything that happened. */
  async caughtUp(): Promise<void> {
    const gate = this.api.app.get(ProjectionGate);
    await eventually(() => gate.caughtUp());
  }
}

function joins({ id, gender }: Player): MatchEvent[] {
  const inviteId = randomUUID();
  return [
    { type: 'PlayerInvited', data: { inviteId, userId: id } },
    { type: 'InviteAccepted', data: { inviteId, userId: id, gender } },
  ];
}

const SIGNERS = { both: ['PLAYER', 'MARKER'], player: ['PLAYER'], marker: ['MARKER'], none: [] } as const;

function eventsOf(played: PlayedCard, markerId: string | null): MatchEvent[] {
  const userId = played.golfer.id;
  const { holes, marked = holes, signed: by = 'both', withdrawn = false } = played;
  const events = scored(userId, holes, userId);
  if (markerId !== null) events.push(...scored(userId, marked, markerId));
  if (withdrawn) return [...events, withdrew(userId)];
  if (markerId === null) return events;
  for (const as of SIGNERS[by]) events.push(signed(userId, as, as === 'PLAYER' ? userId : markerId, HASH, true));
  return by === 'both' ? [...events, verified(userId, HASH)] : events;
}

function scored(userId: string, holes: readonly Hole[], enteredBy: string): MatchEvent[] {
  const side = enteredBy === userId ? 'PLAYER' : 'MARKER';
  return holes.flatMap((hole, i) => (hole === null ? [] : [entered(userId, side, enteredBy, i + 1, hole)]));
}

/** In Melbourne, like its row. */
function flatCourse(name: string, golflinkCourseId: string): CourseCard {
  const names = { name, clubName: `${name} Golf Club`, courseName: 'Main' };
  return { ...COURSE, ...names, courseId: randomUUID(), golflinkCourseId, timeZone: 'Australia/Melbourne' };
}
