import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { forgotPassword, resendVerification } from '../../api/auth.js';
import { Form } from '../../form/form.js';
import { emailSchema } from '../../form/schemas.js';
import { supportLink } from '../../shared/about-links.js';
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
};
const FORGOT_PASSWORD = {
  title: 'Forgot Password?',
  lead: 'We send a link to your email. It sets a new password and works for 30 minutes.',
  submitLabel: 'Send Password Reset',
  send: forgotPassword,
  sent: 'Sent! Please check your email to set a new password.',
};

/** /resend-verification-email and /forgot-password: request a mail to an address, as often as needed. */
export function Component() {
  const { pathname, state } = useLocation();
  const { email: typed = '' }: AuthPageState = state ?? {};
  const [sentTo, setSentTo] = useState('');
  const page = matchPath(paths.resendVerification(), pathname) === null ? FORGOT_PASSWORD : RESEND_VERIFICATION;
  const { title, lead, submitLabel, send, sent } = page;
  const request = async ({ email }: { email: string }): Promise<void> => {
    setSentTo('');
    await send(email);
    setSentTo(email);
  };
  return (
    <AuthPage title={title} lead={lead}>
      {sentTo !== '' && (
        <Banner kind="success" title={sent}>
          It went to {sentTo}. Look in the spam folder too.
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
            <span>Lost or mistyped your email? Write to {supportLink}</span>
          </AuthLinks>
        }
      >
        <EmailInput enterKeyHint="send" />
      </Form>
    </AuthPage>
  );
}
