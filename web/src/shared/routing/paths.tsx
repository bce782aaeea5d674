import type { LeaderboardSort } from '@fairmark/contract';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { withQuery, type Query } from '../../api/call/client.js';
import { buttonStyles, type Button } from '../../ui/button.js';

/** All addresses of the client. */
export const paths = {
  home: () => '/',
  lobbyEnded: () => '/?lobby-ended=true',
  signIn: (query: Partial<Record<'account-verified' | 'password-reset' | 'account-deleted', 'true'>> = {}) =>
    withQuery('/signin', query),
  signUp: () => '/signup',
  verifyEmail: () => '/verify-email',
  resendVerification: () => '/resend-verification-email',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  account: () => '/account',
  support: () => '/support',
  about: () => '/about',
  terms: () => '/terms',
  privacy: () => '/privacy',
  /** For auditors, support staff and committees. */
  ops: (query: Query<'course' | 'day' | 'round'> & { view?: 'tables' | 'rounds' | 'boards' | 'authenticator' } = {}) =>
    withQuery('/ops', query),
  /** `again`: id of the match to repeat, with its players. */
  createLobby: (query: Query<'again'> & { 'play-type'?: 'social' | 'competitive' } = {}) =>
    withQuery('/create-lobby', query),
  lobby: (matchId: string) => withQuery(patterns.lobby, { id: matchId }),
  invitedLobby: (matchId: string) => withQuery(patterns.invitedLobby, { id: matchId }),
  joinLobby: (inviteId: string, matchId: string) => withQuery(patterns.joinLobby, { inviteId, matchId }),
  /** Without `matchId`, the round stored on this phone. */
  score: (hole: number, matchId?: string) => withQuery(`/score/${hole}`, { id: matchId }),
  scorecard: (matchId: string) => `/${matchId}/scorecard`,
  clubhouse: () => '/clubhouse',
  /** `day`: 2026-11-14; by default today. */
  leaderboard: (query: { course?: string; day?: string; sort?: LeaderboardSort } = {}) =>
    withQuery('/clubhouse/leaderboard', query),
  /** The leaderboard on a wall. A link's token goes after `#`, which browsers never send to a server. */
  board: (courseId?: string, token?: string) =>
    withQuery('/board', { course: courseId }) + (token === undefined ? '' : `#${token}`),
  history: () => '/clubhouse/your-rounds-history',
  unsignedRounds: () => '/clubhouse/your-rounds-unsigned',
  eclectic: () => '/clubhouse/your-eclectic-round',
  competitions: () => '/clubhouse/competitions',
  newCompetition: () => '/clubhouse/new-competition',
  competition: (competitionId: string) => `/clubhouse/competitions/${competitionId}`,
} as const;

/** Patterns of routes with parameters. */
export const patterns = {
  lobby: '/lobby',
  invitedLobby: '/lobby-invitation',
  joinLobby: '/join-lobby',
  score: '/score/:hole',
  scorecard: '/:matchId/scorecard',
  competition: '/clubhouse/competitions/:competitionId',
} as const;

/** The sections that pages belong to: the bottom tabs of a phone, and the targets of back links. */
export const PLACES = {
  play: { to: paths.home(), words: 'Play' },
  clubhouse: { to: paths.clubhouse(), words: 'Clubhouse' },
  history: { to: paths.history(), words: 'History' },
  comps: { to: paths.competitions(), words: 'Comps' },
  you: { to: paths.account(), words: 'You' },
} as const;

export type Place = keyof typeof PLACES;

interface ButtonLinkProps extends LinkProps, Pick<ComponentProps<typeof Button>, 'size' | 'wide' | 'icon'> {
  kind?: 'primary' | 'secondary' | 'quiet';
}

/** A link that looks like a button; for navigation, not for actions. */
export function ButtonLink({ kind = 'primary', size = 'normal', wide, icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link css={buttonStyles} data-kind={kind} data-size={size} data-wide={wide || undefined} {...link}>
      {icon}
      {children}
    </Link>
  );
}
