import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { session } from '../../api/call/session.js';
import { useBound, TextInput } from '../../form/bound.js';

const EMAIL = { name: 'email', label: 'Email', type: 'email', inputMode: 'email', autoComplete: 'email' } as const;

/** The form's email field. `autoComplete` is `username` where a password manager fills it in. */
export function EmailInput(more: Partial<ComponentProps<typeof TextInput>>) {
  return <TextInput {...EMAIL} autoCapitalize="none" spellCheck={false} enterKeyHint="next" {...more} />;
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

/** The words of the link to the sign-in page, which leads signed-in golfers home. */
export const backWords = (): string => (session() === null ? 'Back to sign in' : 'Back to Fairmark');
