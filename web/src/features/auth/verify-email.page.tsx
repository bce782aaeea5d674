import { MESSAGES } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { verifyEmail } from '../../api/auth.js';
import { ApiError, hasCode, messageOf } from '../../api/call/errors.js';
import { ButtonLink, type ButtonLinkProps } from '../../shared/routing/links.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import { AuthPage } from './auth-page.js';

/** /verify-email?token=…: verifies the email of an account with the token of a mailed link. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <AuthPage title="Verify your email">
      {token === '' ? <SendAgain title={MESSAGES.verifyTokenMissing} /> : <Verifying token={token} />}
    </AuthPage>
  );
}

function Verifying({ token }: { token: string }) {
  // One call per link, however often this renders: a used link answers ALREADY_VERIFIED.
  const { isSuccess, isFetching, error, refetch } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await verifyEmail(token);
      return true;
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isSuccess) return <Navigate to={paths.signIn({ 'account-verified': 'true' })} replace />;
  if (isFetching || error === null) return <Spinner label="Verifying" />;
  if (hasCode(error, 'ALREADY_VERIFIED')) {
    return (
      <>
        <Banner kind="info" title={messageOf(error)} />
        <ButtonLink to={paths.signIn()} size="large" wide>
          Sign in
        </ButtonLink>
        <AnotherMail kind="secondary" />
      </>
    );
  }
  if (hasCode(error, 'INVALID_TOKEN')) return <SendAgain title={messageOf(error)} />;
  const unanswered = error instanceof ApiError && error.unanswered;
  return (
    <SendAgain
      title="Email verification failed."
      text={messageOf(error)}
      onRetry={unanswered ? () => void refetch() : undefined}
    />
  );
}

function SendAgain({ title, text, onRetry }: { title: string; text?: string; onRetry?: () => void }) {
  return (
    <>
      <Banner kind="danger" title={title}>
        {text}
      </Banner>
      {onRetry && (
        <Button size="large" wide onClick={onRetry}>
          Try again
        </Button>
      )}
      <AnotherMail kind={onRetry ? 'secondary' : 'primary'} />
    </>
  );
}

function AnotherMail({ kind }: Pick<ButtonLinkProps, 'kind'>) {
  return (
    <>
      <p>Send another email verification?</p>
      <ButtonLink to={paths.resendVerification()} kind={kind} size="large" wide>
        Send again
      </ButtonLink>
    </>
  );
}
