import { LIMITS, type Gender } from '@fairmark/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { register } from '../../api/auth.js';
import { paths } from '../../shared/routing/paths.js';
import { useSameKey } from '../../shared/acting.js';
import { Form } from '../../form/form.js';
import { ChoiceInput, FULL_NAME, GOLF_NUMBER, HandicapInput } from '../../form/inputs.js';
import { NewPasswordInputs, TextInput } from '../../form/bound.js';
import { signUpSchema } from '../../form/schemas.js';
import { Button } from '../../ui/button.js';
import { Modal, preloadDialogs } from '../../ui/overlays/dialogs.js';
import { EmailInput, EmailLink } from './auth-fields.js';
import { AuthLinks, AuthPage, type AuthPageState } from './auth-page.js';

const SIGN_IN_AFTER_MS = 9_000;

const GENDER_CHOICES: { value: Gender; label: string }[] = [
  { value: 'FEMALE', label: 'Female' },
  { value: 'MALE', label: 'Male' },
];

/** /signup: creates an account, which can be used once its email is verified. */
export function Component() {
  const navigate = useNavigate();
  const keyOf = useSameKey();
  // For the sign-in page, which repeats the message for golfers who read more slowly.
  const [registered, setRegistered] = useState<AuthPageState | null>(null);
  const goOn = (): void => void navigate(paths.signIn(), { replace: true, state: registered });
  const goOnInTime = useEffectEvent(goOn);
  useEffect(() => {
    if (registered === null) return undefined;
    const timer = setTimeout(() => goOnInTime(), SIGN_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [registered]);
  return (
    <AuthPage title="Create account">
      <Form
        initialValues={{ ...signUpSchema.getDefault(), handicap: LIMITS.signUpHandicap }}
        schema={signUpSchema}
        onSubmit={async ({ confirmPassword: _repeated, ...account }) => {
          // Load the dialog now: the success message must not depend on the network.
          preloadDialogs();
          await register(account, keyOf(account));
          setRegistered({ email: account.email, registered: true });
        }}
        submitLabel="Create account"
        refusals={{ EMAIL_TAKEN: <EmailLink to={paths.signIn()}>Sign in</EmailLink> }}
        after={
          <AuthLinks>
            <span>
              Have an account? <EmailLink to={paths.signIn()}>Sign in</EmailLink>
            </span>
          </AuthLinks>
        }
      >
        <TextInput {...FULL_NAME} enterKeyHint="next" />
        <EmailInput />
        <TextInput {...GOLF_NUMBER} label="Golflink number" hint="7, 8 or 10 digits" enterKeyHint="next" />
        <HandicapInput name="handicap" label="Handicap" />
        <NewPasswordInputs />
        <ChoiceInput name="gender" legend="Gender" hint="Sets your tee" options={GENDER_CHOICES} columns={2} />
      </Form>
      <Modal
        open={registered !== null}
        // Closed by its button only.
        onOpenChange={() => {}}
        title="Success!"
        actions={<Button onClick={goOn}>Go to sign in</Button>}
      >
        <p>Please check your email to verify your account (check spam)</p>
      </Modal>
    </AuthPage>
  );
}
