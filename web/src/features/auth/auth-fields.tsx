import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useBound } from '../../form/bound.js';
import { TextInput } from '../../form/text-input.js';

/** The email of the form around it. `autoComplete` is `username` where a password manager fills it in. */
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

/** Fills in the email that was typed on the page before, as if it were typed here: the form may be sent as it is. */
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

/** A link to another of these pages that takes along the email typed in the form around it. */
export function EmailLink({ to, children }: { to: string; children: ReactNode }) {
  const { value } = useBound<string>('email');
  return (
    <Link to={to} state={{ email: value.trim() }}>
      {children}
    </Link>
  );
}
