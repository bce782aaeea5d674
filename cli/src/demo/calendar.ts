import type { Tee, Weekday } from '@fairmark/contract';
import { weekdayOf } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import type { Format } from '@fairmark/scoring';

/** A calendar date, YYYY-MM-DD. */
export type Day = string;

/** How a round turns out. The first card is that of the lobby's host. */
export type Story =
  /** Every card is signed twice. */
  | 'plain'
  /** The marker enters a wrong score, so signing is refused until it is corrected. */
  | 'slip-repaired'
  /** The same, but not corrected yet. */
  | 'slip-left'
  /** The first card is signed by its player, reopened by the marker, corrected by both and signed again. */
  | 'reopened'
  /** The last player withdraws during the round. */
  | 'withdrawal'
  /** The first card waits for its player's or its marker's signature. */
  | 'player-unsigned'
  | 'marker-unsigned'
  /** The marker of the first card has not entered its last holes. */
  | 'marker-behind'
  /** A practice round, without markers and signatures. */
  | 'practice';

/** A group of golfers on a day: who plays what, and how it turns out. */
export interface Group {
  /** Unique among the groups of a day. */
  slot: 'club' | 'pair' | 'evening' | 'later' | 'practice';
  /** Indexes into the demo's list of golfers, in joining order, the host first. */
  players: readonly number[];
  format: Format;
  story: Story;
  tee: Tee;
  /** In the lobby the host draws the markers (three players), or the second player leaves and comes back. */
  lobby: 'plain' | 'markers-chosen' | 'comes-back';
  /** The golfer who is invited by mistake and the one who declines, if any. */
  bystanders: readonly number[];
  /** Whether it is played at one of the other courses instead of the club. */
  away: boolean;
  /** Minutes after midnight. */
  teeOff: number;
  /** The minute after the tee-off up to which it has been played if the day is today; negative in the lobby. */
  today: number;
}

/** The golfer who hosts the demo, and the others. */
const HOST = 0;
const OTHERS = Array.from({ length: 11 }, (_, i) => i + 1);
const PAIR = 2;
const DAY_MS = 86_400_000;

type Round = Pick<Group, 'format' | 'story'> & Partial<Group>;

/** What the club's group of three plays. With `TWO`, the club's course has verified rounds on every weekday. */
const CLUB: Readonly<Record<Weekday, Round>> = {
  Sunday: { format: 'STABLEFORD', story: 'plain' },
  Monday: { format: 'PAR', story: 'plain' },
  Tuesday: { format: 'STABLEFORD', story: 'slip-repaired' },
  Wednesday: { format: 'STABLEFORD', story: 'plain' },
  Thursday: { format: 'PAR', story: 'withdrawal', tee: 'Pro', away: true },
  Friday: { format: 'STROKE', story: 'reopened', lobby: 'comes-back' },
  Saturday: { format: 'STROKE', story: 'plain', tee: 'Championship', lobby: 'markers-chosen' },
};
/** What two golfers play a few minutes later. */
const TWO: Readonly<Record<Weekday, Round>> = {
  Sunday: { format: 'STABLEFORD', story: 'slip-left' },
  Monday: { format: 'STABLEFORD', story: 'practice', away: true },
  Tuesday: { format: 'PAR', story: 'plain' },
  Wednesday: { format: 'STROKE', story: 'slip-repaired' },
  Thursday: { format: 'STROKE', story: 'plain' },
  Friday: { format: 'STABLEFORD', story: 'withdrawal', away: true },
  Saturday: { format: 'STROKE', story: 'reopened' },
};
/** How the club's Sunday rounds turn out, in weekly rotation. */
const SUNDAYS: readonly Story[] = ['player-unsigned', 'marker-unsigned', 'plain'];
const HOST_DAYS: readonly Weekday[] = ['Sunday', 'Tuesday', 'Wednesday', 'Saturday'];
const PRACTICE_DAYS: readonly Weekday[] = ['Monday', 'Tuesday', 'Friday'];
/** The whole club plays on these days: there are two more groups. */
const CLUB_DAYS: readonly Weekday[] = ['Wednesday', 'Saturday'];

const USUAL = { tee: 'Standard', lobby: 'plain', bystanders: [], away: false, today: Infinity } as const;
/** Minutes at which ten holes are played, and at which the second bystander of two players has been invited. */
const AT = { halfPlayed: 130, inviting: -29 };

/** Days since 1 January 1970. */
export const dayNumber = (day: Day): number => Date.parse(day) / DAY_MS;

/**
 * The groups of a day. They depend only on its date, so that a demo can continue tomorrow where it ended today.
 * The round of the `later` group may stay open: its members play nothing else that day and the next.
 */
export function groupsOf(draws: (name: string) => Chance, day: Day, isToday: boolean): Group[] {
  const weekday = weekdayOf(day);
  const n = dayNumber(day);
  const drawn = draws(day);
  const later = laterGroup(draws, n);
  const busy = [...later, ...laterGroup(draws, n - 1)];
  const pool = drawn.shuffled(OTHERS.filter((golfer) => !busy.includes(golfer)));
  const take = (count: number): number[] => pool.splice(0, count);
  const group = (slot: Group['slot'], players: readonly number[], teeOff: number, round: Round): Group => {
    return { ...USUAL, ...round, slot, players, teeOff };
  };

  const hostPlays = HOST_DAYS.includes(weekday);
  const club = hostPlays ? [HOST, ...take(2)] : take(3);
  const pair = take(PAIR);
  const evening = take(PAIR);
  const alone = hostPlays ? take(1) : [HOST];
  const week = Math.floor((n + 3) / 7);
  const sunday = weekday === 'Sunday' ? { story: SUNDAYS[week % SUNDAYS.length] ?? 'plain' } : {};
  const groups = [
    group('club', club, 7 * 60 + 20, { ...CLUB[weekday], ...sunday }),
    group('pair', pair, 7 * 60 + 28, TWO[weekday]),
  ];
  if (PRACTICE_DAYS.includes(weekday)) {
    groups.push(group('practice', alone, 13 * 60, { format: 'STABLEFORD', story: 'practice', away: true }));
  }
  if (isToday || CLUB_DAYS.includes(weekday)) {
    const format = drawn.pick(['STABLEFORD', 'PAR', 'STROKE'] as const);
    const inviting = { today: AT.inviting, bystanders: [pair[0] ?? HOST, HOST] };
    groups.push(
      group('later', later, 11 * 60, { format, story: 'marker-behind', today: AT.halfPlayed }),
      group('evening', evening, 12 * 60, { format: 'STABLEFORD', story: 'plain', ...inviting }),
    );
  }
  return groups;
}

/** Two of the eleven others, and a different two the day after. */
function laterGroup(draws: (name: string) => Chance, n: number): number[] {
  const order = draws('later').shuffled(OTHERS);
  return [0, 1].map((i) => order[(PAIR * n + i) % order.length] ?? HOST);
}
