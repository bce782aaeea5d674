import { lazySchema } from './lazy-schema.js';

/** What Sign in wants. It is the first page of most golfers, so its rules come after it. */
export const signInForm = lazySchema(async () => (await import('./schemas.js')).signInSchema);
