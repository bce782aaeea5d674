import {
  foldCompetition,
  foldMatch,
  isCompetitionEvent,
  isMatchEvent,
  matchStream,
  upcast,
  type CompetitionEvent,
  type MatchEvent,
  type RecordedEvent,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import type { EventMailKind, MailSubjects } from '@fairmark/server';
import type { FoldedEvent } from '../log-reader/log-reader.js';
import { wholeStream } from '../log-reader/whole-stream.js';
import { MAIL_TIMES } from './mail.times.js';
import { reopenedSigners } from './signature.mail.js';

/** A mail that an event causes. Read again, the same event causes the same mail. */
export type CausedMail = {
  [Kind in EventMailKind]: { cause: string; kind: Kind; userId: string; about: MailSubjects[Kind] };
}[EventMailKind];

const MATCH_PREFIX = matchStream('');

/**
 * The mails that an event causes; whether they are sent is decided when they are due. An event that was recorded too long ago
 * causes none: it is a demo's, or an outage has lasted too long.
 *
 * @param now ISO 8601
 */
export async function mailsCausedBy(event: FoldedEvent, store: Streams, now: string): Promise<CausedMail[]> {
  const kind = KIND_OF[event.type];
  if (kind === undefined) return [];
  const age = Date.parse(now) - Date.parse(event.metadata.recordedAt);
  if (age >= MAIL_TIMES[kind].lifeMs) return [];
  // Of the metadata it has what is asked of it.
  const happened = upcast(event as RecordedEvent);
  if (isMatchEvent(happened)) return matchMails(happened, store);
  return isCompetitionEvent(happened) ? competitionMails(happened, store) : [];
}

const KIND_OF: Readonly<Record<string, EventMailKind>> = {
  PlayerInvited: 'INVITATION',
  MatchStarted: 'SIGNATURE',
  CardReopened: 'SIGNATURE',
  CompetitionFinished: 'COMPETITION_FINISHED',
};

type Streams = Pick<EventStore, 'readStream'>;

async function matchMails(event: RecordedEvent & MatchEvent, store: Streams): Promise<CausedMail[]> {
  const matchId = event.stream.slice(MATCH_PREFIX.length);
  if (event.type === 'PlayerInvited') {
    const { inviteId, userId } = event.data;
    return [{ cause: `invitation-${event.id}`, kind: 'INVITATION', userId, about: { matchId, inviteId } }];
  }
  if (event.type === 'MatchStarted') {
    // Nobody marks and nobody signs in a practice round.
    const { players } = event.data;
    const signed = players.some(({ markerId }) => markerId !== null);
    return signed ? players.map(({ userId }) => reminder(event.id, matchId, userId)) : [];
  }
  if (event.type !== 'CardReopened') return [];
  const state = foldMatch((await wholeStream(store, event.stream, event.revision)).map(upcast));
  return reopenedSigners(state, event).map((signer) => reminder(event.id, matchId, signer));
}

function reminder(turn: string, matchId: string, userId: string): CausedMail {
  return { cause: `signature-${turn}-${userId}`, kind: 'SIGNATURE', userId, about: { matchId, turn } };
}

async function competitionMails(event: RecordedEvent & CompetitionEvent, store: Streams): Promise<CausedMail[]> {
  if (event.type !== 'CompetitionFinished') return [];
  const state = foldCompetition((await wholeStream(store, event.stream, event.revision)).map(upcast));
  if (state === null) return [];
  const { competitionId, hostId, players } = state;
  const about = { competitionId, position: String(event.position) };
  return [...new Set([hostId, ...players.keys()])].map((userId) => ({
    cause: `finished-${event.id}-${userId}`,
    kind: 'COMPETITION_FINISHED',
    userId,
    about,
  }));
}
