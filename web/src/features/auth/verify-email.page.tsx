import { MESSAGES } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { verifyEmail } from '../../api/auth.js';
import { ApiError, hasCode, messageOf } from '../../api/call/errors.js';
import { session } from '../../api/call/session.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import { AuthPage, MainLink } from './auth-page.js';

/** /verify-email?token=…: verifies the email of an account with the token of a mailed link. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <AuthPage title="Verify your email">
      {token === '' ? <Failed title={MESSAGES.verifyTokenMissing} /> : <Verifying token={token} />}
    </AuthPage>
  );
}

function Verifying({ token }: { token: string }) {
  // One call per link, however often this renders: a used link answers ALREADY_VERIFIED.
  const { isSuccess, isFetching, error, refetch } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => verifyEmail(token),
    // Not even when a golfer's socket connects, which invalidates all queries.
    staleTime: 'static',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isVisitor = session() === null;
  if (isSuccess && !isVisitor) {
    return (
      <>
        <Banner kind="success" title="Your email has been verified">
          Another golfer is signed in here. Sign out first, or sign in on your own phone.
        </Banner>
        <MainLink to={paths.home()}>Back to Fairmark</MainLink>
      </>
    );
  }
  if (isFetching || error === null) {
    // Until the sign-in page has loaded, the golfer still waits.
    return (
      <>
        <Spinner label="Verifying" />
        {isSuccess && <Navigate to={paths.signIn({ 'account-verified': 'true' })} replace />}
      </>
    );
  }
  if (hasCode(error, 'INVALID_TOKEN')) return <Failed title={messageOf(error)} />;
  if (hasCode(error, 'ALREADY_VERIFIED')) {
    // Mostly the golfer's own link, opened once more.
    if (!isVisitor) return <Navigate to={paths.home()} replace />;
    return <Failed kind="info" title={messageOf(error)} first={<MainLink to={paths.signIn()}>Sign in</MainLink>} />;
  }
  const again = error instanceof ApiError && error.unanswered && (
    <Button size="large" wide onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <Failed title="Email verification failed." first={again}>
      {messageOf(error)}
    </Failed>
  );
}

type FailedProps = Pick<ComponentProps<typeof Banner>, 'title' | 'children'> & {
  kind?: 'info' | 'danger';
  /** What to do first; another mail is offered below. */
  first?: ReactNode;
};

function Failed({ kind = 'danger', first, ...banner }: FailedProps) {
  return (
    <>
      <Banner kind={kind} {...banner} />
      {first}
      <p>Send another email verification?</p>
      <MainLink to={paths.resendVerification()} kind={first ? 'secondary' : 'primary'}>
        Send again
      </MainLink>
    </>
  );
}
