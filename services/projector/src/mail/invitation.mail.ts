import { LIMITS } from '@fairmark/contract';
import { courseDay, isLobbyOver, type MatchState } from '@fairmark/events';
import type { MailSubjects } from '@fairmark/server';
import type { Format } from '@fairmark/scoring';
import type { Letter } from './mail.layout.js';
import { drop, type Verdict, type Writing } from './mail.verdict.js';
import { dayWords, momentWords } from './mail.words.js';

const FORMATS: Readonly<Record<Format, string>> = { STROKE: 'stroke', STABLEFORD: 'stableford', PAR: 'par' };

/** An invitation is mailed while it waits for its answer in a lobby that is open. */
export function invitationMail(
  state: MatchState | null,
  { inviteId }: MailSubjects['INVITATION'],
  writing: Writing,
): Verdict {
  const invite = state?.invites.get(inviteId);
  if (state === null || invite?.userId !== writing.userId) return drop('there is no such invitation');
  if (invite.status !== 'PENDING') return drop('the invitation is answered or taken back');
  const over = state.status !== 'LOBBY' || isLobbyOver(state, writing.now.toISOString(), LIMITS);
  if (over) return drop('the lobby is over');
  return { outcome: 'send', letter: invitationLetter(state, inviteId, writing) };
}

function invitationLetter(state: MatchState, inviteId: string, writing: Writing): Letter {
  const { course, createdAt, hostId, matchId, playType, matchType, tee } = state;
  const { fullName, nameOf, publicUrl } = writing;
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
      ['Round', practice ? 'Practice, stableford' : `Match, ${FORMATS[matchType]}`],
      ['Tee', tee],
    ],
    button: 'Join the round',
    link: `${publicUrl}/join-lobby?${query.toString()}`,
    life: `You can join until the round starts, and until ${momentWords(until, course.timeZone)} (time at the course) at the latest.`,
    why: `You get this email because ${host} invited you on Fairmark. It is sent once; if you do not want to play, ignore it or answer No thanks in the app.`,
  };
}
