import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useBound } from '../../form/bound.js';
import { TextInput } from '../../form/text-input.js';

/** The form's email field. `autoComplete` is `username` where a password manager fills it in. */
export function EmailInput({ autoComplete = 'email', last = false }: { autoComplete?: string; last?: boolean }) {
  return (
    <TextInput
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint={last ? 'send' : 'next'}
    />
  );
}

/** Fills in the email typed on the previous page, as if typed here, so that the form can be submitted. */
export function TypedEmail({ email }: { email: string }) {
  const { set } = useBound<string>('email');
  const done = useRef(false);
  useEffect(() => {
    if (done.current || email === '') return;
    done.current = true;
    set(email);
  });
  return null;
}

/** A link to another sign-in page that takes along the email typed in this form. */
export function EmailLink({ to, children }: { to: string; children: ReactNode }) {
  const { value } = useBound<string>('email');
  return (
    <Link to={to} state={{ email: value.trim() }}>
      {children}
    </Link>
  );
}
