import { Navigate, type Params, type RouteObject } from 'react-router-dom';
import { PageError } from './route-error.js';
import { Frame } from './frame.js';
import { anonymousOnly, GolferPages, signedInOnly } from '../shared/routing/guards.js';
import { patterns, paths, type Place } from '../shared/routing/paths.js';
import type { PageHandle } from './page-handle.js';

type Lazy = NonNullable<Extract<RouteObject['lazy'], (...args: never) => unknown>>;

/** A page; `of`: its section, or more about it. */
const page = (path: string, title: PageHandle['title'], lazy: Lazy, of: Place | Omit<PageHandle, 'title'> = {}) => ({
  path,
  handle: { title, ...(typeof of === 'string' ? { place: of } : of) },
  lazy,
});

const about = () => import('../features/about/about.page.js');
const emails = () => import('../features/auth/email.page.js');
const clubhouse = () => import('../features/clubhouse/clubhouse.page.js');
const competitions = () => import('../features/competitions/competitions.page.js');
const play = { place: 'play', invitations: true } as const;
const lobby = { ...play, leadsToRound: true } as const;
const card = { place: 'history', invitations: true } as const;
const account = { place: 'you', invitations: true } as const;
const scoring = { frame: 'scoring', leadsToRound: true } as const;
const holeTitle = ({ hole = '' }: Params): string => `Hole ${hole}`;
const newCompetition = () => import('../features/competitions/new-competition.page.js');

const anonymousPages: RouteObject[] = [
  page(paths.signIn(), 'Sign in', () => import('../features/auth/sign-in.page.js')),
  page(paths.signUp(), 'Create account', () => import('../features/auth/sign-up.page.js')),
];

const openPages: RouteObject[] = [
  // Mailed links may be opened on a phone where a golfer is signed in, and lead to the pages that send another one.
  page(paths.verifyEmail(), 'Verify your email', () => import('../features/auth/verify-email.page.js')),
  page(paths.resendVerification(), 'Verify your email', emails),
  page(paths.resetPassword(), 'Reset your password', () => import('../features/auth/reset-password.page.js')),
  page(paths.forgotPassword(), 'Forgot password', emails),
  page(paths.about(), 'About', about, 'you'),
  page(paths.terms(), 'Terms of use', about, 'you'),
  page(paths.privacy(), 'Your privacy', about, 'you'),
  page(paths.board(), 'Leaderboard', () => import('../features/clubhouse/board/board.page.js'), { frame: 'board' }),
];

const golferPages: RouteObject[] = [
  page(paths.home(), 'Play', () => import('../features/home/home.page.js'), play),
  page(paths.support(), 'Support', () => import('../features/support/support.page.js'), 'you'),
  page(paths.createLobby(), 'Round settings', () => import('../features/lobby/create-lobby.page.js'), play),
  page(patterns.lobby, 'Round settings', () => import('../features/lobby/host-lobby.page.js'), lobby),
  page(patterns.invitedLobby, 'Player settings', () => import('../features/lobby/invited-lobby.page.js'), lobby),
  page(patterns.joinLobby, 'Join the round', () => import('../features/lobby/join-lobby.page.js'), 'play'),
  page(patterns.score, holeTitle, () => import('../features/scoring/hole.page.js'), scoring),
  page(patterns.scorecard, 'Scorecard', () => import('../features/scorecard/scorecard.page.js'), card),
  page(paths.account(), 'Account', () => import('../features/account/account.page.js'), account),
  page(paths.ops(), 'Oversight', () => import('../features/ops/ops.page.js'), 'you'),
  page(paths.clubhouse(), 'Clubhouse', clubhouse, 'clubhouse'),
  page(paths.leaderboard(), 'Daily leaderboard', clubhouse, 'clubhouse'),
  page(paths.history(), 'Your History', clubhouse, 'history'),
  page(paths.unsignedRounds(), 'Your Unsigned Rounds', clubhouse, 'history'),
  page(paths.eclectic(), 'Eclectic round', clubhouse, 'clubhouse'),
  page(paths.competitions(), 'Your Competitions', competitions, 'comps'),
  page(paths.newCompetition(), 'Create a competition', newCompetition, 'comps'),
  page(patterns.competition, 'Competition', competitions, 'comps'),
];

/** All routes. Pages load when they are opened. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    // The frame itself failed.
    errorElement: (
      <main className="shell-main">
        <PageError />
      </main>
    ),
    children: [
      // The frame survives a failed page: links to others keep working, and scores are sent.
      { loader: anonymousOnly, children: anonymousPages, errorElement: <PageError /> },
      { loader: signedInOnly, Component: GolferPages, children: golferPages, errorElement: <PageError /> },
      { children: openPages, errorElement: <PageError /> },
      { path: '*', element: <Navigate to={paths.home()} replace /> },
    ],
  },
];
