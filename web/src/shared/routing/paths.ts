import type { LeaderboardSort, PlayType } from '@fairmark/contract';

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
};

/** Every address of the client. Nothing else spells one. */
export const paths = {
  home: () => '/',
  lobbyEnded: () => '/?lobby-ended=true',
  signIn: (query: { 'account-verified'?: 'true'; 'password-reset'?: 'true' } = {}) => withQuery('/signin', query),
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
  ops: (
    query: {
      view?: 'tables' | 'rounds' | 'boards' | 'authenticator';
      course?: string;
      day?: string;
      round?: string;
    } = {},
  ) => withQuery('/ops', query),
  /** `again`: the match that the new one is like, its players included. */
  createLobby: (playType?: PlayType, again?: string) =>
    withQuery('/create-lobby', {
      'play-type': playType === undefined ? undefined : playType === 'SOCIAL' ? 'social' : 'competitive',
      again,
    }),
  lobby: (matchId: string) => withQuery(patterns.lobby, { id: matchId }),
  invitedLobby: (matchId: string) => withQuery(patterns.invitedLobby, { id: matchId }),
  joinLobby: (inviteId: string, matchId: string) => withQuery(patterns.joinLobby, { inviteId, matchId }),
  /** The round of this phone unless a match is named. */
  score: (hole: number, matchId?: string) => withQuery(`/score/${hole}`, { id: matchId }),
  scorecard: (matchId: string) => `/${matchId}/scorecard`,
  clubhouse: () => '/clubhouse',
  leaderboard: (query: { course?: string; sort?: LeaderboardSort } = {}) => withQuery('/clubhouse/leaderboard', query),
  /** The leaderboard on a wall. The token of a link stands behind `#`: browsers send that to no server by themselves. */
  board: (courseId?: string, token?: string) =>
    withQuery('/board', { course: courseId }) + (token === undefined ? '' : `#${token}`),
  history: () => '/clubhouse/your-rounds-history',
  unsignedRounds: () => '/clubhouse/your-rounds-unsigned',
  eclectic: () => '/clubhouse/your-eclectic-round',
  competitions: () => '/clubhouse/competitions',
  newCompetition: () => '/clubhouse/new-competition',
  competition: (competitionId: string) => `/clubhouse/competitions/${competitionId}`,
} as const;

/** The patterns of the routes whose addresses have parameters. */
export const patterns = {
  lobby: '/lobby',
  invitedLobby: '/lobby-invitation',
  joinLobby: '/join-lobby',
  score: '/score/:hole',
  scorecard: '/:matchId/scorecard',
  competition: '/clubhouse/competitions/:competitionId',
} as const;
