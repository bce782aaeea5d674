/** Location state that other pages pass to the sign-in and email pages. */
export interface AuthPageState {
  /** An email already typed on another page; empty: none. */
  email: string;
  expired: boolean;
  /** An account was just created; its email is not verified yet. */
  registered: boolean;
}

/** Reads a location's state, which may be missing or left over from an older client. */
export function authPageState(state: unknown): AuthPageState {
  const raw: Partial<Record<keyof AuthPageState, unknown>> = typeof state === 'object' && state !== null ? state : {};
  return {
    email: typeof raw.email === 'string' ? raw.email : '',
    expired: raw.expired === true,
    registered: raw.registered === true,
  };
}
