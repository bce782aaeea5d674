// Tests, which are not built, have no environment.
const built: Partial<ImportMetaEnv> = import.meta.env ?? {};
const named: unknown = built.VITE_SUPPORT_EMAIL;

/** Where golfers write when they need help; named when the client is built. */
export const SUPPORT_EMAIL = typeof named === 'string' && named !== '' ? named : 'support@fairmark.example';
