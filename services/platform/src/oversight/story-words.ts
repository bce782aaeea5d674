import { CORRECTION_WORDS, handicapForShow } from '@fairmark/contract';
import type { MatchEvent, MatchEvents, MatchEventType, ScoreChange, StoryMoment, WrittenScore } from '@fairmark/events';
import type { Gender } from '@fairmark/scoring';

/** What sentences need to know beside the event. */
export interface Telling {
  name: (id: string) => string;
  gender: (id: string) => Gender | null;
  /** The committee's words by the hash that a correction has; those that were erased are not there. */
  notes: ReadonlyMap<string, string>;
}

interface Told extends Telling {
  by: string | null;
  changes: readonly ScoreChange[];
}

type Words = { [T in MatchEventType]: (data: MatchEvents[T], told: Told) => string };

const FORMATS = { STROKE: 'Stroke', STABLEFORD: 'Stableford', PAR: 'Par' } as const;

const LEFT_LOBBY: Readonly<Record<MatchEvents['PlayerLeftLobby']['reason'], string>> = {
  LEFT: 'left the group before the start',
  JOINED_ANOTHER: 'left the group for another one',
  ACCOUNT_DELETED: 'deleted the account, and so left the group',
};

const LOBBY_ENDED: Readonly<Record<MatchEvents['LobbyEnded']['reason'], string>> = {
  HOST_ENDED: 'The host called the round off before its start.',
  HOST_LEFT: 'The host left before the start: there was no round.',
  HOST_JOINED_ANOTHER: 'The host went to another group: there was no round.',
  EXPIRED: 'Nobody started the round within a day: there was none.',
  ACCOUNT_DELETED: 'The host deleted the account: there was no round.',
};

/** What happened, in sentences that a committee understands. */
export function wordsOf({ event, problem, stored, by, changes, hashed }: StoryMoment, telling: Telling): string {
  if (event === null) return `This event (${stored.type}) cannot be read: ${problem}.`;
  const said = sayOrNot(event, { ...telling, by, changes });
  if (said === null) return `This event (${stored.type}) lacks what it should tell.`;
  return hashed === null || hashed.fits ? said : `${said} Its hash does not fit the card as it stood.`;
}

/** An entry as a committee reads it. */
export function scoreWords(score: WrittenScore): string {
  if (score === null) return 'nothing';
  return score === 'NS' ? 'No Score' : String(score);
}

/** Null for data that no decider made: then the log was changed, and its proof says so. */
function sayOrNot({ type, data }: MatchEvent, told: Told): string | null {
  try {
    return say(type, data, told);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function say<T extends MatchEventType>(type: T, data: MatchEvents[T], told: Told): string {
  return WORDS[type](data, told);
}

const WORDS: Words = {
  MatchCreated: ({ hostId, playType, matchType, tee, course }, { name }) =>
    `${name(hostId)} set up a ${FORMATS[matchType]} ${playType === 'SOCIAL' ? 'practice round' : 'round'} at ${course.name}, ${tee} tees.`,
  PlayerInvited: ({ userId }, { name, by }) => `${by === null ? 'The host' : name(by)} invited ${name(userId)}.`,
  InviteAccepted: ({ userId }, { name }) => `${name(userId)} accepted the invitation.`,
  InviteDenied: ({ userId }, { name }) => `${name(userId)} declined the invitation.`,
  InviteRemoved: ({ userId }, { name }) => `The invitation of ${name(userId)} was taken back.`,
  HandicapSet: ({ userId, settings }, { name }) =>
    `${name(userId)} plays off ${handicapForShow(settings.dailyHandicap, 0)} today: handicap ${handicapForShow(settings.handicap)}, slope ${settings.slopeRating}, scratch ${settings.scratchRating}, par ${settings.parRating}.`,
  PlayerReadied: ({ userId }, { name }) => `${name(userId)} was ready to start.`,
  PlayerUnreadied: ({ userId }, { name }) => `${name(userId)} was not ready any more.`,
  PlayerRemoved: ({ userId }, { name }) => `The host removed ${name(userId)} from the group.`,
  PlayerLeftLobby: ({ userId, reason }, { name }) => `${name(userId)} ${LEFT_LOBBY[reason]}.`,
  MarkersAssigned: ({ markers, by }, { name }) => {
    const pairs = Object.entries(markers).map(([userId, markerId]) =>
      markerId === null ? `nobody marks ${name(userId)}` : `${name(markerId)} marks ${name(userId)}`,
    );
    return `Who marks whom, ${by === 'HOST' ? 'as the host chose' : 'in turn'}: ${pairs.join(', ')}.`;
  },
  LobbyEnded: ({ reason }) => LOBBY_ENDED[reason],
  MatchStarted: ({ players }, { name }) => {
    const all = players.map(({ userId, settings, markerId }) => {
      const marked = markerId === null ? '' : `, marked by ${name(markerId)}`;
      return `${name(userId)} (daily handicap ${handicapForShow(settings.dailyHandicap, 0)}${marked})`;
    });
    return `The round started: ${all.join('; ')}.`;
  },
  HoleScored: (data, told) => {
    const [change] = told.changes;
    const was = change === undefined || change.from === null ? '' : ` (was ${scoreWords(change.from)})`;
    const entered = data.noScore ? 'No Score' : String(data.strokes);
    return `${writer(data, told)} entered ${entered} on hole ${data.holeNumber} of ${whose(data, told)}${was}.`;
  },
  HoleScoreCleared: (data, told) => {
    const was = scoreWords(told.changes[0]?.from ?? null);
    return `${writer(data, told)} took back ${was} on hole ${data.holeNumber} of ${whose(data, told)}.`;
  },
  CardSigned: ({ userId, signedBy, as }, told) => {
    const card = whose({ userId, enteredBy: signedBy, side: as }, told);
    return `${told.name(signedBy)} signed ${card}${as === 'MARKER' ? ' as marker' : ''}.`;
  },
  CardVerified: ({ userId }, { name }) => `${name(userId)}'s card is verified: player and marker have signed it.`,
  CardReopened: ({ userId, reopenedBy }, told) => {
    const card = whose({ userId, enteredBy: reopenedBy, side: reopenedBy === userId ? 'PLAYER' : 'MARKER' }, told);
    return `${told.name(reopenedBy)} reopened ${card}: its signatures count no more.`;
  },
  CardCorrected: ({ userId, correctedBy, reason, noteHash }, { name, changes, notes }) => {
    const holes = changes.map(
      ({ holeNumber, from, to }) => `hole ${holeNumber} from ${scoreWords(from)} to ${scoreWords(to)}`,
    );
    const corrected = `For the committee, ${name(correctedBy)} corrected ${name(userId)}'s card: ${holes.join(', ')}.`;
    const note = noteHash === null ? '' : ` ${noteWords(notes.get(noteHash))}`;
    return `${corrected} ${CORRECTION_WORDS[reason]}.${note}`;
  },
  PlayerWithdrew: ({ userId, reason }, { name }) =>
    `${name(userId)} ${reason === 'LEFT' ? 'left the round' : 'deleted the account'}: the card is withdrawn.`,
  AccountClosed: ({ userId }, { name }) => `The account of ${name(userId)} was deleted.`,
  HostChanged: ({ hostId }, { name }) => `${name(hostId)} is the host from now on.`,
  MatchEnded: () => 'Everybody had left: the round was over.',
  CommandNoted: (_, { name, by }) =>
    `${by === null ? 'A request' : `${name(by)} asked for what`} was so already: nothing changed.`,
};

function noteWords(note: string | undefined): string {
  return note === undefined ? 'Its note was erased.' : `Note: “${note}”.`;
}

type Written = Pick<MatchEvents['HoleScored'], 'userId' | 'enteredBy' | 'side'>;

function writer({ enteredBy, side }: Written, { name }: Told): string {
  return side === 'PLAYER' ? name(enteredBy) : `${name(enteredBy)}, as marker,`;
}

function whose({ userId, enteredBy }: Written, { name, gender }: Told): string {
  if (userId !== enteredBy) return `${name(userId)}'s card`;
  const hers = { FEMALE: 'her', MALE: 'his' } as const;
  const known = gender(userId);
  return `${known === null ? 'the' : hers[known]} own card`;
}
