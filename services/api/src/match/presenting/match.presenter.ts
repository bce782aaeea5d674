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
  isLobbyOver,
  type Card,
  type Entry,
  type MatchState,
  type Member,
} from '@fairmark/events';
import { strokesReceived } from '@fairmark/scoring';
import { presentEntry, presentRounds, type Notes } from './card.presenter.js';
import { nameOf, personOf, type People } from '../../golfers/people.js';

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

/** Data that must be erasable and is therefore not in the log. */
export interface PersonalData {
  people: People;
  notes: Notes;
}

/**
 * The answer of `GET /api/match/{id}` to `viewerId`, with the settings and scores of `userId`. `now`: ISO 8601. Names
 * and notes come from personal data, never from events.
 */
export function presentMatchAnswer(
  state: MatchState,
  { userId, viewerId, now }: Record<'userId' | 'viewerId' | 'now', string>,
  { people, notes }: PersonalData,
): Omit<MatchAnswer, 'status' | 'log' | 'revision'> {
  const ownCard = state.cards.get(userId);
  const [marked, mine] = [marks(state, userId), marks(state, viewerId)];
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
    // A former marker may have given the signature.
    hasVerifiedMarkersRound: mine.length > 0 && mine.every((card) => card.signatures.MARKER !== undefined),
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

/** A golfer's settings, as `POST /api/match/ready` answers them: the host starts without being ready first. */
export function presentReady(state: MatchState, userId: string): ReadyAnswer['settings'] {
  const { handicap = null, dailyHandicap = null } = partOf(state, userId)?.settings ?? {};
  return {
    handicap,
    handicapForShow: handicap === null ? null : handicapForShow(handicap),
    dailyHandicap,
    dailyHandicapForShow: dailyHandicap === null ? null : handicapForShow(dailyHandicap, 0),
    ready: state.start !== null || (state.members.get(userId)?.ready ?? false),
  };
}

function presentSettings(state: MatchState, userId: string, people: People): UserMatchSettings {
  const { playType, matchType, tee, matchId: id } = state;
  const course = courseRef(state);
  const settingsOf = (golfer: string) => ({
    userId: golfer,
    fullName: nameOf(people, golfer).fullName,
    ...presentReady(state, golfer),
    course,
    holes: cardHoles(state, golfer),
    marker: markerRef(state, golfer, people),
    match: { id, playType, matchType, tee },
  });
  const marker = markerRef(state, userId, people);
  return {
    ...settingsOf(userId),
    markerMatchSettings: marker && {
      course,
      dailyHandicapForShow: presentReady(state, marker.id).dailyHandicapForShow,
    },
    marking: markedBy(state, userId).map((golfer) => ({ ...nameOf(people, golfer), settings: settingsOf(golfer) })),
  };
}

/** The card as this golfer plays it; empty if the course has no rating for the tee and gender. */
function cardHoles(state: MatchState, userId: string): CardHole[] {
  const settings = partOf(state, userId)?.settings ?? null;
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
    const marker = markerRef(state, userId, people);
    const isHost = userId === state.hostId;
    return { ...personOf(people, userId), ready, isHost, dailyHandicap, dailyHandicapForShow, marker };
  });
  const invited = pendingInvites(state).map(({ userId, inviteId }) => ({ ...personOf(people, userId), inviteId }));
  return { users, invited };
}

/** A golfer's card or, before the start, place in the lobby. */
const partOf = (state: MatchState, userId: string): Card | Member | undefined =>
  state.cards.get(userId) ?? state.members.get(userId);

function markerRef(state: MatchState, userId: string, people: People): PersonRef | null {
  const marker = partOf(state, userId)?.markerId ?? null;
  return marker === null ? null : nameOf(people, marker);
}

function courseRef({ course }: MatchState): CourseRef {
  const { courseId, name, clubName, courseName } = course;
  return { id: courseId, name, clubName, courseName };
}
