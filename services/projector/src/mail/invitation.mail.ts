import { LIMITS } from '@fairmark/contract';
import { courseDay, idOfStream, isLobbyOver, type MatchEvents, type MatchState } from '@fairmark/events';
import { FORMAT_WORDS } from '@fairmark/read-models';
import { APP_SCHEMA } from '@fairmark/server';
import type { Letter } from './mail.layout.js';
import { Dropped, readMatch, type MailKind, type Wording, type Writing } from './mail.kind.js';
import { dayWords, momentWords } from './mail.words.js';

/** Invitations mailed to a golfer within a day; the golfer sees further ones only in the app. */
const DAILY_MAX = 10;

/** Sent while an invitation to an open lobby is pending; after a minute, as golfers next to the host answer sooner. */
export const invitationMail: MailKind<{ matchId: string; inviteId: string }> = {
  name: 'INVITATION',
  causedBy: ['PlayerInvited'],
  delayMs: 60_000,
  lifeMs: LIMITS.lobbyLifetimeMs,
  causes: async ({ id, stream, data }) => {
    const { inviteId, userId } = data as MatchEvents['PlayerInvited'];
    return [{ cause: `invitation-${id}`, userId, about: { matchId: idOfStream(stream), inviteId } }];
  },
  decide: async ({ matchId, inviteId }, writing) => {
    const { state } = await readMatch(writing.store, matchId);
    const invite = state?.invites.get(inviteId);
    if (state === null || invite?.userId !== writing.userId) return new Dropped('there is no such invitation');
    if (invite.status !== 'PENDING') return new Dropped('the invitation was answered or withdrawn');
    const over = state.status !== 'LOBBY' || isLobbyOver(state, writing.now.toISOString());
    if (over) return new Dropped('the lobby is over');
    if (!(await mayInvite(state.hostId, writing))) return new Dropped('the host is blocked or deleted');
    if (await reachedDailyMax(writing)) return new Dropped('the golfer has had enough invitations today');
    return letter(state, inviteId, { ...writing, nameOf: await writing.naming([state.hostId]) });
  },
};

async function mayInvite(hostId: string, { pool }: Writing): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${APP_SCHEMA}.users where id = $1 and deletion_requested_at is null and blocked_at is null`,
    [hostId],
  );
  return rowCount === 1;
}

async function reachedDailyMax({ pool, userId, now }: Writing): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${APP_SCHEMA}.mail_outbox
     where user_id = $1 and kind = 'INVITATION' and sent_at > $2::timestamptz - interval '1 day' limit ${DAILY_MAX}`,
    [userId, now],
  );
  return rowCount === DAILY_MAX;
}

function letter(state: MatchState, inviteId: string, { fullName, nameOf, publicUrl }: Wording): Letter {
  const { course, createdAt, hostId, matchId, playType, matchType, tee } = state;
  const host = nameOf(hostId);
  const practice = playType === 'SOCIAL';
  const until = new Date(Date.parse(createdAt) + LIMITS.lobbyLifetimeMs);
  const query = new URLSearchParams({ inviteId, matchId });
  return {
    subject: `${host} invites you to a round at ${course.name}`,
    fullName,
    lead: `${host} invites you to a ${practice ? 'practice round' : 'match round'} at ${course.name}.`,
    facts: [
      ['Course', `${course.clubName}, ${course.courseName}`],
      ['Day', dayWords(courseDay(course, createdAt))],
      ['Round', practice ? 'Practice, stableford' : `Match, ${FORMAT_WORDS[matchType].toLowerCase()}`],
      ['Tee', tee],
    ],
    button: 'Join the round',
    link: `${publicUrl}/join-lobby?${query.toString()}`,
    life: `You can join until the round starts, and until ${momentWords(until, course.timeZone)} (time at the course) at the latest.`,
    why: `You get this email because ${host} invited you on Fairmark. It is sent once; if you do not want to play, ignore it or answer No thanks in the app.`,
  };
}
