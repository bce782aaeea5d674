import { resendVerification } from '../../api/auth.js';
import { EmailPage } from './email-page.js';

/** /resend-verification-email: requests another verification mail. */
export function Component() {
  return (
    <EmailPage
      title="Verify your email"
      lead="We send another link to your email. It works for 24 hours."
      submitLabel="Resend Verification Email"
      send={resendVerification}
      sent={{ title: 'Sent!', text: 'Please check your email, and its spam folder.' }}
    />
  );
}
