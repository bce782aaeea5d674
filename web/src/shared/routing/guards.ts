import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { onSession, session } from '../../api/call/session.js';
import { readStored, writeStored } from '../../api/call/stored.js';
import { paths } from './paths.js';

/** Who was signed in last since this page was loaded; null: no golfer. */
let golfer = session()?.userId ?? null;
onSession((next) => {
  golfer = next?.userId ?? golfer;
});

/** Pages of a visitor who is not signed in: a signed-in golfer goes home, or to the link that asked for the sign-in. */
export function anonymousOnly(): Response | null {
  return session() === null ? null : redirect(takeNext());
}

/** Pages of a signed-in golfer: anybody else signs in first, and comes back to a page that makes sense afterwards. */
export function signedInOnly({ request }: LoaderFunctionArgs): Response | null {
  if (session() !== null) return null;
  const { pathname, search } = new URL(request.url);
  rememberNext(pathname + search);
  return redirect(paths.signIn());
}

/** Keeps the page that a sign-in leads to: regardless of whose it is where no golfer was signed in before, as behind an invitation's link. */
export function rememberNext(page: string): void {
  writeStored('next', page === paths.home() ? null : `${golfer ?? ''} ${page}`);
}

/** The page that a sign-in leads to, once; always one of this client's own, and never one that another golfer was on. */
export function takeNext(): string {
  const [, whose = '', page] = /^(\S*) (\/(?![/\\]).*)$/.exec(readStored('next') ?? '') ?? [];
  writeStored('next', null);
  return page !== undefined && (whose === '' || whose === session()?.userId) ? page : paths.home();
}
