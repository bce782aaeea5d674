import { INVALID_RESET_TOKEN } from '@fairmark/contract';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { resetPassword } from '../../api/auth.js';
import { endSessionBy } from '../../api/call/session.js';
import { paths } from '../../shared/routing/paths.js';
import { Form } from '../../form/form.js';
import { NewPasswordInputs } from '../../form/bound.js';
import { resetPasswordSchema } from '../../form/schemas.js';
import { Banner } from '../../ui/banner.js';
import { backWords } from './auth-fields.js';
import { AuthLinks, AuthPage, MainLink } from './auth-page.js';

/** /reset-password?token=…: sets a new password with the token of a mailed link. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  if (token === '') {
    return (
      <AuthPage title="Reset your password">
        <Banner kind="danger" title={INVALID_RESET_TOKEN.message}>
          Open the link of the mail again, or ask for a new one.
        </Banner>
        <MainLink to={paths.forgotPassword()}>Ask for a new link</MainLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Reset your password" lead="You will be signed out on every phone that uses your account.">
      <Form
        initialValues={{ password: '', confirmPassword: '' }}
        schema={resetPasswordSchema}
        onSubmit={async ({ password }) => {
          await endSessionBy(() => resetPassword(token, password));
          await navigate(paths.signIn({ 'password-reset': 'true' }), { replace: true });
        }}
        submitLabel="Reset Password"
        refusals={{ INVALID_RESET_TOKEN: askAgain }}
        after={
          <AuthLinks>
            <Link to={paths.signIn()}>{backWords()}</Link>
          </AuthLinks>
        }
      >
        <NewPasswordInputs replaces />
      </Form>
    </AuthPage>
  );
}

const askAgain = (
  <>
    <p>A link works once, for 30 minutes. Have you sent this password before? Then try to sign in with it.</p>
    <Link to={paths.forgotPassword()}>Ask for a new link</Link>
  </>
);
