import { PasswordInput } from './text-input.js';

/** The fields for a password and its confirmation. `replaces`: of an account that has one, at the end of the form. */
export function NewPasswordInputs({ replaces = false }: { replaces?: boolean }) {
  const both = { autoComplete: 'new-password' } as const;
  const label = replaces ? 'New password' : 'Password';
  return (
    <>
      <PasswordInput {...both} name="password" label={label} hint="At least 8 characters" enterKeyHint="next" />
      <PasswordInput
        {...both}
        name="confirmPassword"
        label="Confirm password"
        enterKeyHint={replaces ? 'send' : 'next'}
      />
    </>
  );
}
