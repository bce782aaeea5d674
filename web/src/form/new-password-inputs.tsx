import { PasswordInput } from './text-input.js';

/** The fields for a new password and its confirmation. */
export function NewPasswordInputs({ last = false }: { last?: boolean }) {
  const both = { autoComplete: 'new-password' } as const;
  return (
    <>
      <PasswordInput {...both} name="password" label="Password" hint="At least 8 characters" enterKeyHint="next" />
      <PasswordInput {...both} name="confirmPassword" label="Confirm password" enterKeyHint={last ? 'send' : 'next'} />
    </>
  );
}
