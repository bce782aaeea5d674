import {
  AUSTRALIAN_STATES,
  handicapForShow,
  NOT_STARTED,
  SCORE_LABELS,
  type AustralianState,
  type CardHole,
  type CourseRef,
  type Lobby,
  type LobbyUser,
  type Match,
  type MatchAnswer,
  type PersonRef,
  type ReadyAnswer,
  type UserMatchSettings,
} from '@fairmark/contract';
import {
  entriesOf,
  markedBy,
  marks,
  pendingInvites,
  type Entry,
  type HandicapSettings,
  type MatchState,
  isLobbyOver,
} from '@fairmark/events';
import { strokesReceived } from '@fairmark/scoring';
import { presentEntry, presentRounds, type Notes } from './card.presenter.js';
import { nameOf, personOf, type People } from './people.js';

/** Everybody whose name an answer about this match may show. */
export function peopleOf(state: MatchState): Set<string> {
  const people = new Set([state.hostId, ...state.members.keys()]);
  for (const { userId } of pendingInvites(state)) people.add(userId);
  for (const card of state.cards.values()) {
    if (card.markerId !== null) people.add(card.markerId);
    for (const entry of [...card.player, ...card.marker]) if (entry !== null) people.add(entry.enteredBy);
    for (const signature of Object.values(card.signatures)) people.add(signature.signedBy);
    for (const { correctedBy } of card.corrections) people.add(correctedBy);
  }
  return people;
}

/** Who looks, at whose card, and when. */
export interface View {
  /** Whose settings and scores are meant: the caller, unless `?userId=` names another player of the match. */
  userId: string;
  /** The caller. */
  viewerId: string;
  /** ISO 8601. */
  now: string;
}

/** What is no part of the log, because it must be possible to erase it. */
export interface PersonalData {
  people: People;
  notes: Notes;
}

/** `GET /api/match/{id}`: the match as one of its golfers sees it. Names and notes are given, never from events. */
export function presentMatchAnswer(
  state: MatchState,
  { userId, viewerId, now }: View,
  { people, notes }: PersonalData,
): Omit<MatchAnswer, 'status' | 'log' | 'revision'> {
  const own = state.cards.get(userId);
  const kept = marks(state, userId);
  const shown = (entries: readonly (Entry | null)[]) =>
    entries.filter((entry) => entry !== null).map((entry) => presentEntry(state, entry, people));
  return {
    match: presentMatch(state, people, now),
    userMatchSettings: state.members.has(userId) ? presentSettings(state, userId, people) : null,
    scores: {
      userScores: own === undefined ? [] : shown(own.player),
      markerScores: kept.flatMap((card) => shown(entriesOf(card, 'MARKER'))),
    },
    rounds: presentRounds(state, people, notes),
    lobby: presentLobby(state, people),
    hasVerifiedMarkersRound: hasSignedAllKept(state, viewerId),
  };
}

/** The match itself. A lobby that was not started in time has ended, with or without an event. */
export function presentMatch(state: MatchState, people: People, now: string): Match {
  const { matchId: id, playType, matchType, tee, start, createdAt, maxGroupSize, course } = state;
  const expired = isLobbyOver(state, now);
  return {
    id,
    host: nameOf(people, state.hostId),
    course: { ...courseRef(state), golflinkCourseId: course.golflinkCourseId, state: stateOf(course.state) },
    playType,
    matchType,
    tee,
    isSocial: playType === 'SOCIAL',
    started: start !== null,
    ...(start ?? NOT_STARTED),
    ended: expired || state.status === 'ENDED',
    endReason: expired ? 'EXPIRED' : state.endReason,
    createdAt,
    maxGroupSize,
    scoreLabel: SCORE_LABELS[matchType],
  };
}

/** My settings as `POST /api/match/ready` answers them. */
export function presentReady(state: MatchState, userId: string): ReadyAnswer['settings'] {
  return { ...handicaps(settingsOf(state, userId)), ready: isReady(state, userId) };
}

function presentSettings(state: MatchState, userId: string, people: People): UserMatchSettings {
  const marker = markerOf(state, userId);
  const { dailyHandicapForShow } = handicaps(marker === null ? null : settingsOf(state, marker));
  return {
    ...presentGolferSettings(state, userId, people),
    markerMatchSettings: marker === null ? null : { course: courseRef(state), dailyHandicapForShow },
    marking: markedBy(state, userId).map((id) => {
      return { ...nameOf(people, id), settings: presentGolferSettings(state, id, people) };
    }),
  };
}

function presentGolferSettings(
  state: MatchState,
  userId: string,
  people: People,
): Omit<UserMatchSettings, 'marking' | 'markerMatchSettings'> {
  const { playType, matchType, tee, matchId: id } = state;
  return {
    userId,
    fullName: nameOf(people, userId).fullName,
    ...presentReady(state, userId),
    course: courseRef(state),
    holes: cardHoles(state, userId),
    marker: markerRef(state, userId, people),
    match: { id, playType, matchType, tee },
  };
}

/** The card as this golfer plays it; empty where the course has no rating for the tee and gender. */
function cardHoles(state: MatchState, userId: string): CardHole[] {
  const settings = settingsOf(state, userId);
  const gender = settings?.gender ?? state.members.get(userId)?.gender;
  const holes = gender === undefined ? [] : (state.course.byGender[gender]?.holes ?? []);
  return holes.map(({ number, par, distance, strokeIndex }) => ({
    number,
    par,
    distance,
    index: typeof strokeIndex === 'number' ? strokeIndex : [...strokeIndex],
    strokesReceived: settings === null ? null : strokesReceived(settings.dailyHandicap, strokeIndex),
  }));
}

function presentLobby(state: MatchState, people: People): Lobby {
  const users = [...state.members.keys()].map((userId): LobbyUser => {
    const { dailyHandicap, dailyHandicapForShow, ready } = presentReady(state, userId);
    return {
      ...personOf(people, userId),
      ready,
      isHost: userId === state.hostId,
      dailyHandicap,
      dailyHandicapForShow,
      marker: markerRef(state, userId, people),
    };
  });
  const invited = pendingInvites(state).map(({ userId, inviteId }) => ({ ...personOf(people, userId), inviteId }));
  return { users, invited };
}

/** I keep cards, and all of them have their marker's signature: mine, or one that a former marker gave and that stands. */
function hasSignedAllKept(state: MatchState, userId: string): boolean {
  const kept = marks(state, userId);
  return kept.length > 0 && kept.every((card) => card.signatures.MARKER !== undefined);
}

/** Said so, or shown by playing: the host starts without saying it first. */
function isReady(state: MatchState, userId: string): boolean {
  return state.start !== null || (state.members.get(userId)?.ready ?? false);
}

function stateOf(name: string): AustralianState {
  const state = AUSTRALIAN_STATES.find((known) => known === name);
  if (state === undefined) throw new Error(`${name} is no state of Australia`);
  return state;
}

const settingsOf = (state: MatchState, userId: string): HandicapSettings | null =>
  state.cards.get(userId)?.settings ?? state.members.get(userId)?.settings ?? null;

const markerOf = (state: MatchState, userId: string): string | null =>
  (state.cards.get(userId) ?? state.members.get(userId))?.markerId ?? null;

function markerRef(state: MatchState, userId: string, people: People): PersonRef | null {
  const marker = markerOf(state, userId);
  return marker === null ? null : nameOf(people, marker);
}

function handicaps(settings: HandicapSettings | null) {
  const { handicap = null, dailyHandicap = null } = settings ?? {};
  return {
    handicap,
    handicapForShow: handicap === null ? null : handicapForShow(handicap),
    dailyHandicap,
    dailyHandicapForShow: dailyHandicap === null ? null : handicapForShow(dailyHandicap, 0),
  };
}

function courseRef({ course }: MatchState): CourseRef {
  const { courseId, name, clubName, courseName } = course;
  return { id: courseId, name, clubName, courseName };
}
