import type { CourseCard, HandicapSettings, HoleCard, MatchEvent, TeeCard } from '@fairmark/events';
import * as golfers from '@fairmark/events/testing/golfers';
import type { Chance } from '@fairmark/server';
import type { Gender } from '@fairmark/scoring';

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

const HASH = 'f'.repeat(64);
const GENDERS: readonly Gender[] = ['FEMALE', 'MALE'];

/** Writes a random match with any type of event: without rules, only plausible sequences. */
export function matchScript(chance: Chance, options: ScriptOptions): MatchEvent[] {
  const { matchId, course, day, complete = false } = options;
  const perhaps = (probability: number): boolean => !complete && chance.happens(probability);
  const social = perhaps(0.15);
  const matchType = social ? 'STABLEFORD' : chance.pick(['STROKE', 'STABLEFORD', 'PAR'] as const);
  const events: MatchEvent[] = [];
  const cards = new Map<string, { settings: HandicapSettings; markerId: string | null }>();
  /** Players whose cards lack an entry and cannot be signed. */
  const incomplete = new Set<string>();

  /** The loop of markers: 1 marks 2, 2 marks 3, 3 marks 1. */
  const assignMarkers = (players: readonly string[]): void => {
    if (social || players.length < 2) return;
    const loop = players.map((userId, i) => [userId, players.at(i - 1) ?? null] as const);
    for (const [userId, markerId] of loop) Object.assign(cards.get(userId) ?? {}, { markerId });
    events.push(golfers.markersAssigned(Object.fromEntries(loop)));
  };
  const join = (userId: string, gender: Gender): void => {
    const settings = golfers.settings(chance.whole(-30, 400) / 10, chance.whole(-3, 36), gender);
    cards.set(userId, { settings, markerId: null });
    events.push(golfers.handicapSet(userId, settings), golfers.readied(userId));
    assignMarkers([...cards.keys()]);
  };
  const invite = (userId: string): void => {
    const invitation = { inviteId: chance.uuid(), userId };
    const gender = chance.pick(GENDERS);
    events.push({ type: 'PlayerInvited', data: invitation });
    const fate = complete ? 1 : chance.next();
    if (fate < 0.1) return void events.push({ type: 'InviteDenied', data: invitation });
    if (fate < 0.15) return void events.push({ type: 'InviteRemoved', data: invitation });
    events.push({ type: 'InviteAccepted', data: { ...invitation, gender } });
    if (fate < 0.2) return void events.push(golfers.removed(userId));
    if (fate < 0.25) return void events.push(golfers.leftLobby(userId));
    join(userId, gender);
  };
  const enter = (userId: string, hole: number, strokes: number | null, by: string): void => {
    const side = by === userId ? 'PLAYER' : 'MARKER';
    const entry = golfers.entered(userId, side, by, hole, strokes ?? 'NS');
    events.push(entry);
    if (!perhaps(0.05)) return;
    events.push(golfers.cleared(userId, side, by, hole, 'entry'));
    if (chance.happens(0.95)) events.push(entry);
    else incomplete.add(userId);
  };
  const scoreHole = (userId: string, hole: number): void => {
    const card = cards.get(userId);
    const par = course.byGender[card?.settings.gender ?? 'MALE']?.holes[hole - 1]?.par ?? 4;
    const noScore = matchType !== 'STROKE' && chance.happens(0.03);
    const strokes = noScore ? null : Math.max(1, par + chance.whole(-1, 3));
    enter(userId, hole, strokes, userId);
    if (social || !card?.markerId) return;
    if (perhaps(0.005)) return void incomplete.add(userId);
    enter(userId, hole, strokes, card.markerId);
  };
  const sign = (userId: string): void => {
    const markerId = cards.get(userId)?.markerId ?? null;
    if (markerId === null || incomplete.has(userId)) return;
    const asPlayer = golfers.signed(userId, 'PLAYER', userId, HASH, true);
    if (perhaps(0.1)) return;
    events.push(asPlayer);
    if (perhaps(0.1)) {
      events.push(golfers.reopened(userId, userId));
      if (chance.happens(0.3)) return;
      events.push(asPlayer);
    }
    if (perhaps(0.1)) return;
    events.push(golfers.signed(userId, 'MARKER', markerId, HASH, true), golfers.verified(userId, HASH));
    if (!perhaps(0.1)) return;
    events.push(golfers.corrected(userId, markerId, chance.whole(1, 18), chance.whole(2, 9), 'entry'));
  };
  const gather = (): void => {
    const [hostId = '', ...others] = chance.shuffled(options.golfers);
    const hostGender = chance.pick(GENDERS);
    const playType = social ? 'SOCIAL' : 'COMPETITION';
    events.push(golfers.created({ matchId, hostId, hostGender, playType, matchType, course }));
    join(hostId, hostGender);
    const wanted = chance.whole(social ? 0 : 1, 2);
    for (const userId of others) if (cards.size <= wanted) invite(userId);
    const late = perhaps(0.2) ? others.find((userId) => !cards.has(userId)) : undefined;
    if (late !== undefined) events.push({ type: 'PlayerInvited', data: { inviteId: chance.uuid(), userId: late } });
  };
  const play = (): void => {
    const players = [...cards.keys()];
    const starters = [...cards].map(([userId, card]) => ({ userId, ...card }));
    events.push(golfers.startedWith(day, starters));
    const leaver = players.length > 1 && perhaps(0.1) ? chance.pick(players) : null;
    const last = complete || chance.happens(0.8) ? 18 : chance.whole(1, 17);
    let playing = players;
    for (let hole = 1; hole <= last; hole += 1) {
      for (const userId of playing) scoreHole(userId, hole);
      if (leaver === null || hole !== 9) continue;
      playing = playing.filter((userId) => userId !== leaver);
      events.push(golfers.withdrew(leaver));
      assignMarkers(playing);
      if (leaver === players[0]) events.push(golfers.hostChanged(playing[0] ?? leaver));
    }
    if (last === 18) playing.forEach(sign);
  };

  gather();
  if (perhaps(0.1)) events.push(golfers.lobbyEnded(chance.pick(['HOST_ENDED', 'HOST_LEFT', 'EXPIRED'])));
  else if (!perhaps(0.05)) play();
  return events;
}

/** A course of eighteen holes for both genders; women's par of the fifth may be one more. */
export function scriptedCourse(chance: Chance, name: string): CourseCard {
  const indexes = chance.shuffled(Array.from({ length: 18 }, (_, i) => i + 1));
  const triple = chance.happens(0.5);
  const pars = Array.from({ length: 18 }, () => chance.pick([3, 4, 4, 4, 5]));
  const fifth = pars[4] as number;
  const strokeIndex = (index: number): HoleCard['strokeIndex'] => (triple ? [index, 18 + index, 36 + index] : index);
  const card = (ratingKind: string, fifthPar: number): TeeCard => {
    const holes = pars.with(4, fifthPar).map((par, i): HoleCard => {
      return { number: i + 1, par, distance: 90 * par, strokeIndex: strokeIndex(indexes[i] as number) };
    });
    const par = holes.reduce((sum, hole) => sum + hole.par, 0);
    return { ratingKind, slopeRating: 125, scratchRating: par, parRating: par, holes };
  };
  return {
    courseId: chance.uuid(),
    name,
    clubName: `${name} Golf Club`,
    courseName: 'Main',
    state: 'VIC',
    timeZone: 'Australia/Melbourne',
    golflinkCourseId: String(chance.whole(10_000, 99_999)),
    byGender: { MALE: card('Standard Tees', fifth), FEMALE: card('Ladies Tees', Math.min(fifth + 1, 5)) },
  };
}
