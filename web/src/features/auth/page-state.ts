/** What another page of this client tells the sign-in and email pages, beside their address. */
export interface AuthPageState {
  /** An email that was typed already, so that it need not be typed twice. Empty: none. */
  email: string;
  expired: boolean;
  /** An account was made a moment ago; its email is not verified yet. */
  registered: boolean;
}

/** Reads a location's state, whatever an older page or the browser's history left there. */
export function authPageState(state: unknown): AuthPageState {
  const told: Partial<Record<keyof AuthPageState, unknown>> = typeof state === 'object' && state !== null ? state : {};
  return {
    email: typeof told.email === 'string' ? told.email : '',
    expired: told.expired === true,
    registered: told.registered === true,
  };
}
