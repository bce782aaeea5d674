import {
  CORRECTION_WORDS,
  handicapForShow,
  type Format,
  type RoundStoryAnswer,
  type StoryLine,
  type StoryScore,
  type StorySignature,
} from '@fairmark/contract';
import {
  EMPTY_REQUEST,
  verifyChain,
  type ChainFault,
  type MatchEvent,
  type MatchEvents,
  type MatchEventType,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { KeptNote } from './story-rows.js';

/** The entries of a card that counted at a signature, verification or correction, and whether its hash fits them. */
export type HashedCard = Omit<StorySignature, 'as'>;

/** What a sentence needs to know besides its event. */
export interface Context extends Pick<StoryLine, 'by' | 'as' | 'changes'> {
  hashed: HashedCard | null;
  /** The match after the event. */
  state: MatchState;
  name: (id: string) => string;
  /** All events of the same command, as stored: what is asked of them is the same in every version. */
  sameCommand: readonly (RecordedEvent & MatchEvent)[];
  /** The note about this correction; undefined if it was erased, null if notes are not shown. */
  note: KeptNote | null | undefined;
}

type Words = { [T in MatchEventType]: (data: MatchEvents[T], context: Context) => string };

export const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  STROKE: 'Stroke',
  STABLEFORD: 'Stableford',
  PAR: 'Par',
};

const LEFT_LOBBY: Readonly<Record<MatchEvents['PlayerLeftLobby']['reason'], string>> = {
  LEFT: 'left the group before the start',
  JOINED_ANOTHER: 'left the group for another one',
  ACCOUNT_DELETED: 'deleted the account, and so left the group',
};

const LOBBY_ENDED: Readonly<Record<MatchEvents['LobbyEnded']['reason'], string>> = {
  HOST_ENDED: 'The host called the round off before its start.',
  HOST_LEFT: 'The host left before the start: there was no round.',
  HOST_JOINED_ANOTHER: 'The host went to another group: there was no round.',
  EXPIRED: 'The round was not started within a day and did not take place.',
  ACCOUNT_DELETED: 'The host deleted the account: there was no round.',
};

/** Describes an event in sentences for a committee. */
export function wordsOf<T extends MatchEventType>(event: { type: T; data: MatchEvents[T] }, context: Context): string {
  const { hashed } = context;
  try {
    const sentence = WORDS[event.type](event.data, context);
    return hashed === null || hashed.fits ? sentence : `${sentence} The hash does not match the card at that time.`;
  } catch (error) {
    // No decider produces such data: the log was tampered with, which its proof shows.
    if (error instanceof TypeError) return `This event (${event.type}) has no valid data.`;
    throw error;
  }
}

function scoreWords(score: StoryScore): string {
  if (score === null) return 'nothing';
  return score === 'NS' ? 'No Score' : String(score);
}

const WORDS: Words = {
  MatchCreated: ({ hostId, playType, matchType, tee, course }, { name }) =>
    `${name(hostId)} set up a ${FORMAT_WORDS[matchType]} ${playType === 'SOCIAL' ? 'practice round' : 'round'} at ${course.name}, ${tee} tees.`,
  PlayerInvited: ({ userId }, { name, by }) => `${by === null ? 'The host' : by.fullName} invited ${name(userId)}.`,
  InviteAccepted: ({ userId }, { name }) => `${name(userId)} accepted the invitation.`,
  // Deleting an account has no input; declining an invitation names it.
  InviteDenied: ({ userId }, { name, sameCommand }) => {
    const deleted = sameCommand.some(({ metadata }) => metadata.fingerprint === EMPTY_REQUEST);
    return deleted
      ? `The invitation of ${name(userId)} ended with the account.`
      : `${name(userId)} declined the invitation.`;
  },
  InviteRemoved: ({ userId }, { name, sameCommand }) => {
    const byStart = sameCommand.some(({ type }) => type === 'MatchStarted');
    return `The invitation of ${name(userId)} ${byStart ? 'ended with the start of the round' : 'was taken back'}.`;
  },
  HandicapSet: ({ userId, settings }, { name }) =>
    `${name(userId)} plays off ${handicapForShow(settings.dailyHandicap, 0)} today: handicap ${handicapForShow(settings.handicap)}, slope ${settings.slopeRating}, scratch ${settings.scratchRating}, par ${settings.parRating}.`,
  PlayerReadied: ({ userId }, { name }) => `${name(userId)} was ready to start.`,
  PlayerUnreadied: ({ userId }, { name }) => `${name(userId)} was no longer ready.`,
  PlayerRemoved: ({ userId }, { name }) => `The host removed ${name(userId)} from the group.`,
  PlayerLeftLobby: ({ userId, reason }, { name }) => `${name(userId)} ${LEFT_LOBBY[reason]}.`,
  MarkersAssigned: ({ markers, by }, context) => {
    const { name } = context;
    const pairs = Object.entries(markers).map(([userId, markerId]) =>
      markerId === null ? `${name(userId)} has no marker` : `${name(markerId)} marks ${name(userId)}`,
    );
    return `Who marks whom${whyMarkers(by, context)}: ${pairs.join(', ')}.`;
  },
  LobbyEnded: ({ reason }) => LOBBY_ENDED[reason],
  MatchStarted: ({ players }, { name }) => {
    const all = players.map(({ userId, settings, markerId }) => {
      const marked = markerId === null ? '' : `, marked by ${name(markerId)}`;
      return `${name(userId)} (daily handicap ${handicapForShow(settings.dailyHandicap, 0)}${marked})`;
    });
    return `The round started: ${all.join('; ')}.`;
  },
  HoleScored: (data, context) => {
    const [change] = context.changes;
    const was = change === undefined || change.from === null ? '' : ` (was ${scoreWords(change.from)})`;
    const entered = data.noScore ? 'No Score' : String(data.strokes);
    return `${writer(data, context)} entered ${entered} on hole ${data.holeNumber} of ${whose(data, context)}${was}.`;
  },
  HoleScoreCleared: (data, context) => {
    const was = scoreWords(context.changes[0]?.from ?? null);
    return `${writer(data, context)} took back ${was} on hole ${data.holeNumber} of ${whose(data, context)}.`;
  },
  CardSigned: ({ userId, signedBy, as, asShown }, context) => {
    const card = whose({ userId, enteredBy: signedBy }, context);
    const shown = asShown ? 'The phone showed these scores.' : 'The phone did not state which scores it showed.';
    return `${context.name(signedBy)} signed ${card}${as === 'MARKER' ? ' as marker' : ''}. ${shown}`;
  },
  CardVerified: ({ userId }, { name }) => `${name(userId)}'s card is verified: player and marker have signed it.`,
  CardReopened: ({ userId, reopenedBy }, context) => {
    const card = whose({ userId, enteredBy: reopenedBy }, context);
    return `${context.name(reopenedBy)} reopened ${card}: its signatures no longer count.`;
  },
  CardCorrected: ({ userId, correctedBy, reason, noteHash }, { name, changes, note }) => {
    const holes = changes.map(
      ({ holeNumber, from, to }) => `hole ${holeNumber} from ${scoreWords(from)} to ${scoreWords(to)}`,
    );
    const corrected = `For the committee, ${name(correctedBy)} corrected ${name(userId)}'s card: ${holes.join(', ')}.`;
    const words = noteHash === null ? '' : ` ${noteWords(note, noteHash)}`;
    return `${corrected} ${CORRECTION_WORDS[reason]}.${words}`;
  },
  PlayerWithdrew: ({ userId, reason }, { name }) =>
    `${name(userId)} ${reason === 'LEFT' ? 'left the round' : 'deleted the account'}: the card is withdrawn.`,
  AccountClosed: ({ userId }, { name }) => `The account of ${name(userId)} was deleted.`,
  HostChanged: ({ hostId }, { name }) => `${name(hostId)} is now the host.`,
  MatchEnded: () => 'Every player had left, so the round ended.',
  CommandNoted: (_, { by }) =>
    `A request${by === null ? '' : ` by ${by.fullName}`} changed nothing: everything was already as requested.`,
};

/** Shows a note only if it matches the hash in the log; otherwise says that it was erased, changed or omitted. */
function noteWords(note: Context['note'], noteHash: string): string {
  if (note === null) return 'Its note is not in this file.';
  if (note === undefined) return 'Its note was erased.';
  if (note.hash !== noteHash) return 'Its note has been changed since, and is left out.';
  return `Note: “${note.note}”${/[.!?…]$/.test(note.note) ? '' : '.'}`;
}

/** Why markers changed. The host's earlier choice is kept as golfers join or leave, so those reasons come first. */
function whyMarkers(by: MatchEvents['MarkersAssigned']['by'], { as, sameCommand, name }: Context): string {
  for (const { type, data } of sameCommand) {
    if (type === 'PlayerRemoved') return `, after ${name(data.userId)} was removed`;
    if (type === 'PlayerLeftLobby' || type === 'PlayerWithdrew' || type === 'AccountClosed') {
      return `, after ${name(data.userId)} had left`;
    }
    if (type === 'InviteAccepted' && by === 'HOST') return `, now that ${name(data.userId)} has joined`;
  }
  if (by === 'LOOP') return ', in turn';
  return as === 'HOST' ? ', as the host chose' : '';
}

type Written = Pick<MatchEvents['HoleScored'], 'userId' | 'enteredBy' | 'side'>;

function writer({ enteredBy, side }: Written, { name }: Context): string {
  return side === 'PLAYER' ? name(enteredBy) : `${name(enteredBy)}, as marker,`;
}

function whose({ userId, enteredBy }: Omit<Written, 'side'>, { name, state }: Context): string {
  if (userId !== enteredBy) return `${name(userId)}'s card`;
  const hers = { FEMALE: 'her', MALE: 'his' } as const;
  const member = state.members.get(userId);
  return `${member === undefined ? 'the' : hers[member.gender]} own card`;
}

const FAULTS: Readonly<Record<ChainFault['fault'], string>> = {
  STREAM: 'It belongs to another stream.',
  REVISION: 'The event before it is missing, or it is in the stream twice.',
  PREVIOUS: 'It is not chained to the event before it.',
  TIME: 'Its time is earlier than that of the event before it.',
  HASH: 'It was changed: its hash does not match.',
};

/** Whether a whole stream is as recorded; if not, the first faulty event and its fault. */
export function proofOf(events: readonly RecordedEvent[]): RoundStoryAnswer['proof'] {
  const found = verifyChain(events);
  if (found === null) return { whole: true };
  const { event, fault } = found;
  return { whole: false, eventId: event.id, revision: String(event.revision), fault: FAULTS[fault] };
}
