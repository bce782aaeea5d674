import {
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

/** Every golfer whose name an answer about this match may show. */
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

/** Who views the match, whose side of it, and when. */
export interface View {
  /** Whose settings and scores to show: the caller's, unless `?userId=` names another player of the match. */
  userId: string;
  /** The caller. */
  viewerId: string;
  /** ISO 8601. */
  now: string;
}

/** Data that must be erasable and is therefore not in the log. */
export interface PersonalData {
  people: People;
  notes: Notes;
}

/** The answer of `GET /api/match/{id}`. Names and notes come from `personal` data, never from events. */
export function presentMatchAnswer(
  state: MatchState,
  { userId, viewerId, now }: View,
  { people, notes }: PersonalData,
): Omit<MatchAnswer, 'status' | 'log' | 'revision'> {
  const ownCard = state.cards.get(userId);
  const marked = marks(state, userId);
  const present = (entries: readonly (Entry | null)[]) =>
    entries.filter((entry) => entry !== null).map((entry) => presentEntry(state, entry, people));
  return {
    match: presentMatch(state, people, now),
    userMatchSettings: state.members.has(userId) ? presentSettings(state, userId, people) : null,
    scores: {
      userScores: ownCard === undefined ? [] : present(ownCard.player),
      markerScores: marked.flatMap((card) => present(entriesOf(card, 'MARKER'))),
    },
    rounds: presentRounds(state, people, notes),
    lobby: presentLobby(state, people),
    hasVerifiedMarkersRound: hasSignedAllMarked(state, viewerId),
  };
}

/** The match itself. A lobby not started in time counts as ended, with or without an event. */
export function presentMatch(state: MatchState, people: People, now: string): Match {
  const { matchId: id, playType, matchType, tee, start, createdAt, maxGroupSize, course } = state;
  const expired = isLobbyOver(state, now);
  return {
    id,
    host: nameOf(people, state.hostId),
    // Only courses of these states can be imported.
    course: { ...courseRef(state), golflinkCourseId: course.golflinkCourseId, state: course.state as AustralianState },
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

/** A golfer's settings, as `POST /api/match/ready` answers them. */
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

/** The card as this golfer plays it; empty if the course has no rating for the tee and gender. */
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

/** Whether the golfer marks cards and all have a valid marker's signature, which a former marker may have given. */
function hasSignedAllMarked(state: MatchState, userId: string): boolean {
  const marked = marks(state, userId);
  return marked.length > 0 && marked.every((card) => card.signatures.MARKER !== undefined);
}

/** Ready by saying so or by playing: the host starts without being ready first. */
function isReady(state: MatchState, userId: string): boolean {
  return state.start !== null || (state.members.get(userId)?.ready ?? false);
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
