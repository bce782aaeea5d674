import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { forgotPassword, resendVerification } from '../../api/auth.js';
import { Form } from '../../form/form.js';
import { emailSchema } from '../../form/schemas.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { backWords, EmailInput, EmailLink } from './auth-fields.js';
import { AuthLinks, AuthPage, type AuthPageState } from './auth-page.js';

const RESEND_VERIFICATION = {
  title: 'Verify your email',
  lead: 'We send another link to your email. It works for 24 hours.',
  submitLabel: 'Resend Verification Email',
  send: resendVerification,
  sent: 'Sent!',
  more: 'Please check your email, and its spam folder.',
};
const FORGOT_PASSWORD = {
  title: 'Forgot Password?',
  lead: 'We send a link to your email. It sets a new password and works for 30 minutes.',
  submitLabel: 'Send Password Reset',
  send: forgotPassword,
  sent: 'Sent! Please check your email to set a new password.',
  more: undefined,
};

/** /resend-verification-email and /forgot-password: request a mail to an address, as often as needed. */
export function Component() {
  const { pathname, state } = useLocation();
  const { email: typed = '' }: AuthPageState = state ?? {};
  const [isSent, setSent] = useState(false);
  const page = matchPath(paths.resendVerification(), pathname) === null ? FORGOT_PASSWORD : RESEND_VERIFICATION;
  const { title, lead, submitLabel, send, sent, more } = page;
  const request = async ({ email }: { email: string }): Promise<void> => {
    setSent(false);
    await send(email);
    setSent(true);
  };
  return (
    <AuthPage title={title} lead={lead}>
      {isSent && (
        <Banner kind="success" title={sent}>
          {more}
        </Banner>
      )}
      <Form
        initialValues={{ email: typed }}
        schema={emailSchema}
        onSubmit={request}
        submitLabel={submitLabel}
        repeatable
        after={
          <AuthLinks>
            <EmailLink to={paths.signIn()}>{backWords()}</EmailLink>
          </AuthLinks>
        }
      >
        <EmailInput last />
      </Form>
    </AuthPage>
  );
}
