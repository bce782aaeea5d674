import { forgotPassword } from '../../api/auth.js';
import { EmailPage } from './email-page.js';

/** /forgot-password: requests a mail with a link to set a new password. */
export function Component() {
  return (
    <EmailPage
      title="Forgot Password?"
      lead="We send a link to your email. It sets a new password and works for 30 minutes."
      submitLabel="Send Password Reset"
      send={forgotPassword}
      sent={{ title: 'Sent! Please check your email to set a new password.' }}
    />
  );
}
