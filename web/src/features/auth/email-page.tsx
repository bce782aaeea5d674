import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { Form } from '../../form/form.js';
import { emailSchema } from '../../form/schemas.js';
import { Banner } from '../../ui/banner.js';
import { EmailInput, EmailLink, TypedEmail } from './auth-fields.js';
import { AuthLinks, AuthPage } from './auth-page.js';
import { authPageState } from './page-state.js';

interface EmailPageProps {
  title: string;
  lead: ReactNode;
  submitLabel: string;
  send: (email: string) => Promise<void>;
  sent: { title: string; text?: string };
}

/** A page that requests a mail to an address, as often as needed. */
export function EmailPage({ title, lead, submitLabel, send, sent }: EmailPageProps) {
  const { email: typed } = authPageState(useLocation().state);
  const [isSent, setSent] = useState(false);
  const request = async ({ email }: { email: string }): Promise<void> => {
    setSent(false);
    await send(email);
    setSent(true);
  };
  return (
    <AuthPage title={title} lead={lead}>
      {isSent && (
        <Banner kind="success" title={sent.title}>
          {sent.text}
        </Banner>
      )}
      <Form
        initialValues={{ email: '' }}
        schema={emailSchema}
        onSubmit={request}
        submitLabel={submitLabel}
        repeatable
        after={
          <AuthLinks>
            <EmailLink to={paths.signIn()}>Back to sign in</EmailLink>
          </AuthLinks>
        }
      >
        <TypedEmail email={typed} />
        <EmailInput last />
      </Form>
    </AuthPage>
  );
}
