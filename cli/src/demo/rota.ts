import type { PlayType, Tee } from '@fairmark/contract';
import type { Chance } from '@fairmark/server';
import type { Format } from '@fairmark/scoring';
import type { LobbyStory, Story } from './script.js';
import { dayNumber, weekdayOf, type Day } from './timetable.js';

/** Who plays with whom on a day, as what, and what becomes of it. */
export interface Group {
  /** Tells the groups of a day apart. */
  slot: 'club' | 'pair' | 'evening' | 'later' | 'practice';
  /** Golfers as numbers of the demo's list, the host first. */
  players: number[];
  playType: PlayType;
  format: Format;
  tee: Tee;
  /** The golfers' club, or one of the others. */
  course: 'club' | number;
  story: Story;
  lobby: LobbyStory;
  bystanders: [mistaken: number, declining: number] | null;
  /** Minutes after midnight. */
  teeOff: number;
  /** What of it has happened when the day is today. */
  today: 'all' | 'half-played' | 'inviting';
}

/** The golfers that a rota needs: the host of the demo (number 0) and eleven others. */
export const GOLFERS_NEEDED = 12;
const HOST = 0;
const PAIR = 2;

interface Weekday {
  /** Whether the host of the demo plays with the club. */
  host: boolean;
  club: Pick<Group, 'format' | 'story' | 'tee' | 'lobby'>;
  pair: Pick<Group, 'format' | 'story' | 'playType'>;
}

const plain = { story: 'plain', tee: 'Standard', lobby: 'plain' } as const;
const competition = { playType: 'COMPETITION' } as const;

/** Sunday first. Whatever day is today, the club's course has verified rounds. */
const WEEK: readonly Weekday[] = [
  {
    host: true,
    club: { ...plain, format: 'STABLEFORD' },
    pair: { ...competition, format: 'STABLEFORD', story: 'slip-left' },
  },
  {
    host: false,
    club: { ...plain, format: 'PAR' },
    pair: { playType: 'SOCIAL', format: 'STABLEFORD', story: 'practice' },
  },
  {
    host: true,
    club: { ...plain, format: 'STABLEFORD', story: 'slip-repaired' },
    pair: { ...competition, format: 'PAR', story: 'plain' },
  },
  {
    host: true,
    club: { ...plain, format: 'STABLEFORD' },
    pair: { ...competition, format: 'STROKE', story: 'slip-repaired' },
  },
  {
    host: false,
    club: { ...plain, format: 'PAR', story: 'withdrawal', tee: 'Pro' },
    pair: { ...competition, format: 'STROKE', story: 'plain' },
  },
  {
    host: false,
    club: { ...plain, format: 'STROKE', story: 'reopened', lobby: 'comes-back' },
    pair: { ...competition, format: 'STABLEFORD', story: 'withdrawal' },
  },
  {
    host: true,
    club: { ...plain, format: 'STROKE', tee: 'Championship', lobby: 'markers-chosen' },
    pair: { ...competition, format: 'STROKE', story: 'reopened' },
  },
];
/** On Wednesdays and Saturdays the whole club plays. */
const CLUB_DAYS: readonly number[] = [3, 6];
/** On Thursdays the club's group is somewhere else, on Mondays and Fridays the pair. */
const CLUB_TRIP = 4;
const PAIR_TRIPS: readonly number[] = [1, 5];
/** Mondays, Tuesdays and Fridays see somebody practise alone. */
const PRACTICE_DAYS: readonly number[] = [1, 2, 5];
/** What the host's Sunday cards wait for, week by week. */
const SUNDAYS: readonly Story[] = ['player-unsigned', 'marker-unsigned', 'plain'];

/**
 * The groups of a day. A day is drawn from the seed, its date and the day before alone, so that a demo can go on tomorrow
 * where it ended today. The `later` group, whose round may be open, has not played the day before: its members owe nothing.
 */
export function groupsOf(draws: (name: string) => Chance, day: Day, isToday: boolean): Group[] {
  const weekday = weekdayOf(day);
  const plan = WEEK[weekday];
  if (plan === undefined) throw new RangeError(`${day} is no date`);
  const n = dayNumber(day);
  const drawn = draws(day);
  const busy = [...laterGroup(draws, n), ...laterGroup(draws, n - 1)];
  const others = Array.from({ length: GOLFERS_NEEDED - 1 }, (_, i) => i + 1);
  const pool = drawn.shuffled(others.filter((golfer) => !busy.includes(golfer)));
  const take = (count: number): number[] => pool.splice(0, count);

  const club = plan.host ? [HOST, ...take(2)] : take(3);
  const pair = take(PAIR);
  const evening = take(PAIR);
  const rest = plan.host ? take(1) : [HOST];
  const week = Math.floor((n + 3) / 7);
  const sunday = weekday === 0 ? (SUNDAYS[week % SUNDAYS.length] ?? 'plain') : plan.club.story;
  const usual = { tee: 'Standard', lobby: 'plain', bystanders: null, course: 'club', today: 'all' } as const;

  const clubCourse = weekday === CLUB_TRIP ? n : usual.course;
  const pairCourse = PAIR_TRIPS.includes(weekday) ? n : usual.course;
  const members = { ...usual, ...competition, ...plan.club, story: sunday, players: club, course: clubCourse };
  const two = { ...usual, ...plan.pair, players: pair, course: pairCourse };
  const groups: Group[] = [
    { ...members, slot: 'club', teeOff: 7 * 60 + 20 },
    { ...two, slot: 'pair', teeOff: 7 * 60 + 28 },
  ];
  if (PRACTICE_DAYS.includes(weekday)) {
    const alone = { ...usual, playType: 'SOCIAL', format: 'STABLEFORD', story: 'practice' } as const;
    groups.push({ ...alone, slot: 'practice', players: rest, course: n, teeOff: 13 * 60 });
  }
  if (isToday || CLUB_DAYS.includes(weekday)) {
    const format = drawn.pick(['STABLEFORD', 'PAR', 'STROKE'] as const);
    const later = { ...usual, ...competition, format, story: 'marker-behind', today: 'half-played' } as const;
    const asked = { ...usual, ...competition, format: 'STABLEFORD', story: 'plain', today: 'inviting' } as const;
    const bystanders: Group['bystanders'] = [pair[0] ?? HOST, HOST];
    groups.push(
      { ...later, slot: 'later', players: laterGroup(draws, n), teeOff: 11 * 60 },
      { ...asked, slot: 'evening', players: evening, lobby: 'declined', bystanders, teeOff: 12 * 60 },
    );
  }
  return groups;
}

/** Two of the eleven others, two others the day after. */
function laterGroup(draws: (name: string) => Chance, n: number): number[] {
  const order = draws('later').shuffled(Array.from({ length: GOLFERS_NEEDED - 1 }, (_, i) => i + 1));
  return [0, 1].map((i) => order[(PAIR * n + i) % order.length] ?? HOST);
}
