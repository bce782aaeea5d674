import { UNAUTHORIZED } from '@fairmark/contract';
import { useState } from 'react';
import { Link, NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { signIn } from '../../api/auth.js';
import { whyEnded } from '../../api/call/session.js';
import { supportLink } from '../../shared/about-links.js';
import { isInvited, takeNext } from '../../shared/routing/guards.js';
import { paths } from '../../shared/routing/paths.js';
import { Form, lazySchema } from '../../form/form.js';
import { PasswordInput } from '../../form/bound.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { EmailInput, EmailLink } from './auth-fields.js';
import { AuthLinks, AuthPage, type AuthPageState } from './auth-page.js';
import { HomeScreen } from './home-screen.js';

// The first page for most golfers, so the validation rules load after it.
const signInForm = lazySchema(async () => (await import('../../form/schemas.js')).signInSchema);

// Loaded on demand: the outbox is not needed to sign in.
const WaitingNotice = onDemand(async () => (await import('./waiting-notice.js')).WaitingNotice);

/** /signin: email and password, below notices about what led here. */
export function Component() {
  const [params] = useSearchParams();
  const { email = '', registered = false, ...arrival }: AuthPageState = useLocation().state ?? {};
  // A session may end while its page is loaded, which then leads here without a word.
  const expired = arrival.expired === true || (whyEnded() === 'expired' && !registered);
  const navigate = useNavigate();
  return (
    <AuthPage title="Sign in">
      <WaitingNotice />
      {expired && (
        <Banner kind="info" title="You have been signed out. Sign in again to continue.">
          {UNAUTHORIZED.message}
        </Banner>
      )}
      {!expired && isInvited() && (
        <Banner kind="info" title="You are invited to a round">
          Sign in to answer the invitation. If you are new to Fairmark, create an account first.
        </Banner>
      )}
      {registered && (
        <Banner kind="info" title="Please check your email to verify your account (check spam)">
          You can sign in once you have opened the link in it.
        </Banner>
      )}
      {params.has('password-reset') && (
        <Banner kind="success" title="Your password has been reset">
          Sign in with the new one.
        </Banner>
      )}
      {params.has('account-deleted') && <Banner kind="success" title="Your account has been deleted" />}
      {params.get('account-verified') === 'true' && <Verified />}
      <Form
        initialValues={{ email, password: '' }}
        schema={signInForm}
        onSubmit={async (typed) => {
          await signIn(typed.email, typed.password);
          await navigate(takeNext(), { replace: true });
        }}
        submitLabel="Sign In"
        refusals={REFUSALS}
        after={
          <AuthLinks>
            <EmailLink to={paths.forgotPassword()}>Forgot password?</EmailLink>
            <span>
              New to Fairmark? <Link to={paths.signUp()}>Create account</Link>
            </span>
          </AuthLinks>
        }
      >
        <EmailInput autoComplete="username" />
        <PasswordInput name="password" label="Password" autoComplete="current-password" enterKeyHint="go" />
      </Form>
    </AuthPage>
  );
}

function Verified() {
  // Not for a golfer who comes back to the page; the first page of a tab has the key "default".
  const isFirst = useLocation().key === 'default';
  const isNew = useNavigationType() !== NavigationType.Pop || isFirst;
  const isOffered = isNew && !window.matchMedia('(display-mode: standalone)').matches;
  const [shown, show] = useState(isOffered ? 'passing' : null);
  return (
    <>
      <Banner
        kind="success"
        title="Your email has been verified. Please sign in."
        action={
          <Button kind="secondary" onClick={() => show('asked for')}>
            Add to Home Screen
          </Button>
        }
      />
      <HomeScreen open={shown !== null} onOpenChange={() => show(null)} passing={shown === 'passing'} />
    </>
  );
}

const REFUSALS = {
  ACCOUNT_BLOCKED: supportLink,
  EMAIL_UNVERIFIED: (
    <>
      <p>Please check your email for a verification code.</p>
      <EmailLink to={paths.resendVerification()}>Resend the verification email</EmailLink>
    </>
  ),
};
