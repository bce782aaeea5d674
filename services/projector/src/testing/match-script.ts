import type { PlayType } from '@fairmark/contract';
import type { CourseCard, HandicapSettings, HoleCard, MatchEvent, Markers, TeeCard } from '@fairmark/events';
import {
  corrected,
  created,
  handicapSet,
  readied,
  reopened,
  signed,
  startedWith,
  verified,
  withdrew,
} from '@fairmark/events/testing/golfers';
import type { Chance } from '@fairmark/server';
import type { Format, Gender } from '@fairmark/scoring';

/** Writes random matches with every type of event: without rules, only plausible sequences. */

export interface ScriptOptions {
  matchId: string;
  course: CourseCard;
  /** At least five golfers. */
  golfers: readonly string[];
  /** Course-local date of the start. */
  day: string;
  /** Only rounds played to the last signature, as benchmarks need. */
  complete?: boolean;
}

interface Story extends ScriptOptions {
  chance: Chance;
  events: MatchEvent[];
  playType: PlayType;
  matchType: Format;
  players: string[];
  markers: Map<string, string | null>;
  settings: Map<string, HandicapSettings>;
  /** Players whose cards lack an entry and cannot be signed. */
  incomplete: Set<string>;
  /** Entry numbers, for `replaces`. */
  entries: number;
}

const HASH = 'f'.repeat(64);

export function matchScript(chance: Chance, options: ScriptOptions): MatchEvent[] {
  const { complete = false } = options;
  const playType: PlayType = !complete && chance.happens(0.15) ? 'SOCIAL' : 'COMPETITION';
  const matchType: Format = playType === 'SOCIAL' ? 'STABLEFORD' : chance.pick(['STROKE', 'STABLEFORD', 'PAR']);
  const story: Story = {
    ...options,
    chance,
    events: [],
    playType,
    matchType,
    players: [],
    markers: new Map(),
    settings: new Map(),
    incomplete: new Set(),
    entries: 0,
  };
  lobby(story);
  if (!complete && chance.happens(0.1)) {
    story.events.push({ type: 'LobbyEnded', data: { reason: chance.pick(['HOST_ENDED', 'HOST_LEFT', 'EXPIRED']) } });
    return story.events;
  }
  if (!complete && chance.happens(0.05)) return story.events;
  start(story);
  play(story);
  return story.events;
}

function lobby(story: Story): void {
  const { chance, events, matchId, course, golfers, complete } = story;
  const [host = '', ...others] = chance.shuffled(golfers);
  const gender: Gender = chance.pick(['FEMALE', 'MALE']);
  const { playType, matchType } = story;
  events.push(created({ matchId, hostId: host, hostGender: gender, playType, matchType, course }));
  join(story, host, gender);
  const wanted = chance.whole(story.playType === 'SOCIAL' ? 0 : 1, 2);
  for (const userId of others) {
    if (story.players.length > wanted) break;
    invite(story, userId);
  }
  if (!complete && chance.happens(0.2)) {
    const late = others.find((userId) => !story.players.includes(userId));
    if (late !== undefined) events.push({ type: 'PlayerInvited', data: { inviteId: chance.uuid(), userId: late } });
  }
}

function invite(story: Story, userId: string): void {
  const { chance, events, complete } = story;
  const inviteId = chance.uuid();
  const gender: Gender = chance.pick(['FEMALE', 'MALE']);
  events.push({ type: 'PlayerInvited', data: { inviteId, userId } });
  const fate = complete ? 1 : chance.next();
  if (fate < 0.1) return void events.push({ type: 'InviteDenied', data: { inviteId, userId } });
  if (fate < 0.15) return void events.push({ type: 'InviteRemoved', data: { inviteId, userId } });
  events.push({ type: 'InviteAccepted', data: { inviteId, userId, gender } });
  if (fate < 0.2) return void events.push({ type: 'PlayerRemoved', data: { userId } });
  if (fate < 0.25) return void events.push({ type: 'PlayerLeftLobby', data: { userId, reason: 'LEFT' } });
  join(story, userId, gender);
}

function join(story: Story, userId: string, gender: Gender): void {
  const { chance, events, players } = story;
  const settings = handicap(chance, gender);
  players.push(userId);
  story.settings.set(userId, settings);
  events.push(handicapSet(userId, settings), readied(userId));
  if (players.length > 1 && story.playType === 'COMPETITION') assignMarkers(story, players);
}

/** The loop of markers: 1 marks 2, 2 marks 3, 3 marks 1. */
function assignMarkers({ events, markers }: Story, players: readonly string[]): void {
  const assigned: Markers = {};
  players.forEach((userId, i) => {
    const before = players[(i + players.length - 1) % players.length] ?? userId;
    assigned[userId] = before === userId ? null : before;
    markers.set(userId, assigned[userId] ?? null);
  });
  events.push({ type: 'MarkersAssigned', data: { markers: assigned, by: 'LOOP' } });
}

function start(story: Story): void {
  const { events, players, settings, markers, day } = story;
  const cards = players.map((userId) => ({
    userId,
    settings: settings.get(userId) as HandicapSettings,
    markerId: markers.get(userId) ?? null,
  }));
  events.push(startedWith(day, cards));
}

function play(story: Story): void {
  const { chance, complete } = story;
  const leaver = !complete && story.players.length > 1 && chance.happens(0.1) ? chance.pick(story.players) : null;
  const last = complete || chance.happens(0.8) ? 18 : chance.whole(1, 17);
  let playing = story.players;
  for (let hole = 1; hole <= last; hole += 1) {
    for (const userId of playing) scoreHole(story, userId, hole);
    if (leaver !== null && hole === 9) {
      playing = playing.filter((userId) => userId !== leaver);
      withdraw(story, leaver, playing);
    }
  }
  if (last === 18) for (const userId of playing) sign(story, userId);
}

function scoreHole(story: Story, userId: string, hole: number): void {
  const { chance, complete, playType, course, settings } = story;
  const par = course.byGender[settings.get(userId)?.gender ?? 'MALE']?.holes[hole - 1]?.par ?? 4;
  const noScore = story.matchType !== 'STROKE' && chance.happens(0.03);
  const strokes = noScore ? null : Math.max(1, par + chance.whole(-1, 3));
  enter(story, { userId, hole, strokes, by: userId });
  const marker = story.markers.get(userId) ?? null;
  if (playType === 'SOCIAL' || marker === null) return;
  if (!complete && chance.happens(0.005)) return void story.incomplete.add(userId);
  enter(story, { userId, hole, strokes, by: marker });
}

interface Entering {
  userId: string;
  hole: number;
  strokes: number | null;
  by: string;
}

function enter(story: Story, { userId, hole, strokes, by }: Entering): void {
  const { chance, events, complete } = story;
  const side = by === userId ? 'PLAYER' : 'MARKER';
  const data = { userId, side, enteredBy: by, holeNumber: hole } as const;
  const entry = (value: number | null, replaces: string | null): void => {
    story.entries += 1;
    events.push({ type: 'HoleScored', data: { ...data, strokes: value, noScore: value === null, replaces } });
  };
  entry(strokes, null);
  if (complete || !chance.happens(0.05)) return;
  events.push({ type: 'HoleScoreCleared', data: { ...data, replaces: `entry ${story.entries}` } });
  if (chance.happens(0.95)) entry(strokes, null);
  else story.incomplete.add(userId);
}

function sign(story: Story, userId: string): void {
  const { chance, events, complete } = story;
  const marker = story.markers.get(userId) ?? null;
  if (marker === null || story.incomplete.has(userId)) return;
  const asPlayer = signed(userId, 'PLAYER', userId, HASH, true);
  if (!complete && chance.happens(0.1)) return;
  events.push(asPlayer);
  if (!complete && chance.happens(0.1)) {
    events.push(reopened(userId, userId));
    if (chance.happens(0.3)) return;
    events.push(asPlayer);
  }
  if (!complete && chance.happens(0.1)) return;
  events.push(signed(userId, 'MARKER', marker, HASH, true), verified(userId, HASH));
  if (complete || !chance.happens(0.1)) return;
  events.push(corrected(userId, marker, chance.whole(1, 18), chance.whole(2, 9), 'entry'));
}

function withdraw(story: Story, userId: string, left: readonly string[]): void {
  const { events, playType, players } = story;
  events.push(withdrew(userId));
  if (playType === 'COMPETITION' && left.length > 1) assignMarkers(story, left);
  if (userId === players[0]) events.push({ type: 'HostChanged', data: { hostId: left[0] ?? userId } });
}

function handicap(chance: Chance, gender: Gender): HandicapSettings {
  return {
    handicap: chance.whole(-30, 400) / 10,
    gender,
    slopeRating: 125,
    scratchRating: 72,
    parRating: gender === 'FEMALE' ? 73 : 72,
    cap: gender === 'FEMALE' ? 45 : 36,
    dailyHandicap: chance.whole(-3, 36),
  };
}

/** A course of eighteen holes for both genders; women's par may differ. */
export function scriptedCourse(chance: Chance, name: string): CourseCard {
  const indexes = chance.shuffled(Array.from({ length: 18 }, (_, i) => i + 1));
  const triple = chance.happens(0.5);
  const pars = Array.from({ length: 18 }, () => chance.pick([3, 4, 4, 4, 5]));
  const holes = (extra: number): HoleCard[] =>
    pars.map((par, i) => {
      const index = indexes[i] as number;
      return {
        number: i + 1,
        par: i === 4 && par < 5 ? par + extra : par,
        distance: 90 * par,
        strokeIndex: triple ? [index, 18 + index, 36 + index] : index,
      };
    });
  const card = (ratingKind: string, list: HoleCard[]): TeeCard => {
    const par = list.reduce((sum, hole) => sum + hole.par, 0);
    return { ratingKind, slopeRating: 125, scratchRating: par, parRating: par, holes: list };
  };
  return {
    courseId: chance.uuid(),
    name,
    clubName: `${name} Golf Club`,
    courseName: 'Main',
    state: 'VIC',
    timeZone: 'Australia/Melbourne',
    golflinkCourseId: String(chance.whole(10_000, 99_999)),
    byGender: { MALE: card('Standard Tees', holes(0)), FEMALE: card('Ladies Tees', holes(1)) },
  };
}
