import { PasswordInput } from './text-input.js';

/** A new password of the form around it, and the same again. */
export function NewPasswordInputs({ last = false }: { last?: boolean }) {
  const both = { autoComplete: 'new-password' } as const;
  return (
    <>
      <PasswordInput {...both} name="password" label="Password" hint="At least 8 characters" enterKeyHint="next" />
      <PasswordInput {...both} name="confirmPassword" label="Confirm password" enterKeyHint={last ? 'send' : 'next'} />
    </>
  );
}
