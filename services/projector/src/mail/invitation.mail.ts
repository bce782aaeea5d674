import { LIMITS } from '@fairmark/contract';
import { courseDay, idOfStream, isLobbyOver, type MatchEvents, type MatchState } from '@fairmark/events';
import { FORMAT_WORDS } from '@fairmark/read-models';
import { APP_SCHEMA } from '@fairmark/server';
import type { Letter } from './mail.layout.js';
import { Dropped, readMatch, type MailKind, type NameOf, type Writing } from './mail.kind.js';
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
    const obstacle = await readObstacle(state.hostId, writing);
    if (obstacle !== null) return new Dropped(obstacle);
    return letter(state, inviteId, await writing.naming([state.hostId]));
  },
};

/** Why no invitation of this host may be mailed to the golfer now; null if it may. */
async function readObstacle(hostId: string, { pool, userId, now }: Writing): Promise<string | null> {
  const { rows } = await pool.query<{ obstacle: string | null }>(
    `select case
       when not exists
         (select from ${APP_SCHEMA}.users where id = $1 and deletion_requested_at is null and blocked_at is null)
         then 'the host is blocked or deleted'
       when ${DAILY_MAX} <=
         (select count(*) from ${APP_SCHEMA}.mail_outbox
          where user_id = $2 and kind = 'INVITATION' and sent_at > $3::timestamptz - interval '1 day')
         then 'the golfer has had enough invitations today'
       end as obstacle`,
    [hostId, userId, now],
  );
  return rows[0]?.obstacle ?? null;
}

function letter(state: MatchState, inviteId: string, nameOf: NameOf): Letter {
  const { course, createdAt, hostId, matchId, playType, matchType, tee } = state;
  const host = nameOf(hostId);
  const practice = playType === 'SOCIAL';
  const until = new Date(Date.parse(createdAt) + LIMITS.lobbyLifetimeMs);
  const query = new URLSearchParams({ inviteId, matchId });
  return {
    subject: `${host} invites you to a round at ${course.name}`,
    lead: `${host} invites you to a ${practice ? 'practice round' : 'match round'} at ${course.name}.`,
    facts: [
      ['Course', `${course.clubName}, ${course.courseName}`],
      ['Day', dayWords(courseDay(course, createdAt))],
      ['Round', practice ? 'Practice, stableford' : `Match, ${FORMAT_WORDS[matchType].toLowerCase()}`],
      ['Tee', tee],
    ],
    button: 'Join the round',
    path: `/join-lobby?${query.toString()}`,
    life: `You can join until the round starts, and until ${momentWords(until, course.timeZone)} (time at the course) at the latest.`,
    why: `You get this email because ${host} invited you on Fairmark. It is sent once; if you do not want to play, ignore it or answer No thanks in the app.`,
  };
}
