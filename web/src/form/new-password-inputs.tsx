import { TextInput } from './text-input.js';

/** A new password of the form around it, and the same again. */
export function NewPasswordInputs({ last = false }: { last?: boolean }) {
  return (
    <>
      <TextInput
        name="password"
        label="Password"
        hint="At least 8 characters"
        type="password"
        autoComplete="new-password"
        enterKeyHint="next"
        reveal
      />
      <TextInput
        name="confirmPassword"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        enterKeyHint={last ? 'send' : 'next'}
        reveal
      />
    </>
  );
}
