import { useEffect } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { session } from '../api/call/session.js';
import { PageError, RouteError } from './route-error.js';
import { Frame } from './frame.js';
import { GolferPages } from './golfer-pages.js';
import { anonymousOnly, signedInOnly } from '../shared/guards.js';
import { patterns, paths } from '../shared/paths.js';
import type { PageHandle } from './page-handle.js';

const titled = (title: PageHandle['title'], rest: Omit<PageHandle, 'title'> = {}): PageHandle => ({ title, ...rest });

const anonymousPages: RouteObject[] = [
  {
    path: paths.signIn(),
    handle: titled('Sign in'),
    lazy: () => import('../features/auth/sign-in.page.js'),
  },
  { path: paths.signUp(), handle: titled('Create account'), lazy: () => import('../features/auth/sign-up.page.js') },
  {
    path: paths.verifyEmail(),
    handle: titled('Verify your email'),
    lazy: () => import('../features/auth/verify-email.page.js'),
  },
  {
    path: paths.resendVerification(),
    handle: titled('Verify your email'),
    lazy: () => import('../features/auth/resend-verification.page.js'),
  },
  {
    path: paths.forgotPassword(),
    handle: titled('Forgot password'),
    lazy: () => import('../features/auth/forgot-password.page.js'),
  },
  {
    path: paths.resetPassword(),
    handle: titled('Reset your password'),
    lazy: () => import('../features/auth/reset-password.page.js'),
  },
];

/** For everybody, signed in or not. */
const openPages: RouteObject[] = (
  [
    [paths.about(), 'About'],
    [paths.terms(), 'Terms of use'],
    [paths.privacy(), 'Your privacy'],
  ] as const
).map(([path, title]) => ({ path, handle: titled(title), lazy: () => import('../features/about/about.page.js') }));

const invitable = { invitations: true } as const;

const golferPages: RouteObject[] = [
  { path: paths.home(), handle: titled('Play', invitable), lazy: () => import('../features/home/home.page.js') },
  { path: paths.support(), handle: titled('Support'), lazy: () => import('../features/support/support.page.js') },
  {
    path: paths.createLobby(),
    handle: titled('Round settings', invitable),
    lazy: () => import('../features/lobby/create-lobby.page.js'),
  },
  {
    path: patterns.lobby,
    handle: titled('Round settings', { ...invitable, leadsToRound: true }),
    lazy: () => import('../features/lobby/host-lobby.page.js'),
  },
  {
    path: patterns.invitedLobby,
    handle: titled('Player settings', { ...invitable, leadsToRound: true }),
    lazy: () => import('../features/lobby/invited-lobby.page.js'),
  },
  {
    path: patterns.joinLobby,
    handle: titled('Join the round'),
    lazy: () => import('../features/lobby/join-lobby.page.js'),
  },
  {
    path: patterns.score,
    handle: titled(({ hole }) => `Hole ${hole ?? ''}`, { frame: 'scoring', leadsToRound: true }),
    lazy: () => import('../features/scoring/hole.page.js'),
  },
  {
    path: patterns.scorecard,
    handle: titled('Scorecard', invitable),
    lazy: () => import('../features/scorecard/scorecard.page.js'),
  },
  {
    path: paths.account(),
    handle: titled('Account', invitable),
    lazy: () => import('../features/account/account.page.js'),
  },
  { path: paths.ops(), handle: titled('Oversight'), lazy: () => import('../features/ops/ops.page.js') },
  ...(
    [
      [paths.clubhouse(), 'Clubhouse'],
      [paths.leaderboard(), 'Daily leaderboard'],
      [paths.history(), 'Your History'],
      [paths.unsignedRounds(), 'Your Unsigned Rounds'],
      [paths.eclectic(), 'Eclectic round'],
    ] as const
  ).map(([path, title]) => ({
    path,
    handle: titled(title),
    lazy: () => import('../features/clubhouse/clubhouse.page.js'),
  })),
  {
    path: paths.competitions(),
    handle: titled('Your Competitions'),
    lazy: () => import('../features/competitions/competitions.page.js'),
  },
  {
    path: paths.newCompetition(),
    handle: titled('Create a competition'),
    lazy: () => import('../features/competitions/new-competition.page.js'),
  },
  {
    path: patterns.competition,
    handle: titled('Competition'),
    lazy: () => import('../features/competitions/competitions.page.js'),
  },
];

/** Every route of the product. Pages are loaded when they are opened. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    errorElement: <RouteError />,
    // The frame of index.html stays until the first page is there.
    HydrateFallback: FirstPaint,
    children: [
      // A page that can't be shown leaves the frame: the way to others, and scores that are being sent.
      { loader: anonymousOnly, children: anonymousPages, errorElement: <PageError /> },
      { loader: signedInOnly, Component: GolferPages, children: golferPages, errorElement: <PageError /> },
      { children: openPages, errorElement: <PageError /> },
      { path: '*', element: <Navigate to={paths.home()} replace /> },
    ],
  },
];

function FirstPaint() {
  // The page's code may hang on a bad line; scores that wait on this phone do not wait for it.
  useEffect(() => sendAfter(SENDS_WITHOUT_PAGE_MS), []);
  return (
    <div className="shell">
      <header className="shell-bar">
        <span className="shell-brand">Fairmark</span>
      </header>
      <main className="shell-main" aria-busy="true">
        <p className="shell-word">Every score, countersigned.</p>
        <span className="shell-block" />
      </main>
    </div>
  );
}

const SENDS_WITHOUT_PAGE_MS = 3_000;

/** Sends what waits once so much time has gone by, unless it is called off before. */
function sendAfter(ms: number): () => void {
  let stop = (): void => undefined;
  let off = false;
  const timer = setTimeout(() => {
    if (session() === null) return;
    import('../outbox/start-sending.js').then(
      ({ startSending }) => {
        if (!off) stop = startSending();
      },
      // The frame asks for it again.
      (error: unknown) => console.warn('Scores wait for the code that sends them:', error),
    );
  }, ms);
  return () => {
    off = true;
    clearTimeout(timer);
    stop();
  };
}
