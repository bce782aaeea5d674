import { CLIENT_WORDS, type Ok, type OpsRolesAnswer, type OwnUser, type SessionSummary } from '@fairmark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, command } from './call/client.js';
import { ApiError, hasCode } from './call/errors.js';
import { changing, queryClient } from './call/query-client.js';
import { read } from './call/read.js';
import { endSession, endSessionBy, session, startSession } from './call/session.js';
import { readCopy, writeStored } from './call/stored.js';

interface SignedIn {
  token: string;
  user: OwnUser;
}

type Registration = Pick<OwnUser, 'email' | 'fullName' | 'golflinkNumber' | 'handicap' | 'gender'> & {
  password: string;
};

/** The signed-in golfer. Initially the copy of the last answer that this phone kept. */
export function userQuery() {
  return queryOptions({
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      const answer = call<Partial<SignedIn>>('GET', '/api/auth/user', { signal });
      const { user } = await answeredWithUser(answer, CLIENT_WORDS.userFailed);
      if (user.id === session()?.userId) writeStored('user-copy', JSON.stringify(user));
      return user;
    },
    initialData: () => readCopy<OwnUser>('user-copy', ({ id }) => id === session()?.userId),
    initialDataUpdatedAt: 0,
  });
}

/** Signs in and stores the session. Codes: INVALID_CREDENTIALS, EMAIL_UNVERIFIED, TOO_MANY_REQUESTS. */
export async function signIn(email: string, password: string): Promise<void> {
  const body = { email, password };
  const answer = call<Partial<SignedIn>>('POST', '/api/auth/login', { body, anonymous: true });
  const { token, user } = await answeredWithUser(answer, CLIENT_WORDS.loginFailed);
  if (token === undefined) throw new ApiError('GENERIC', CLIENT_WORDS.loginFailed, 200);
  writeStored('user-copy', JSON.stringify(user));
  startSession({ token, userId: user.id });
}

/** Resolves to an answer with a user; fails with `words` if it has none or failed without a specific code. */
async function answeredWithUser<Answer extends { user?: OwnUser }>(asked: Promise<Answer>, words: string) {
  const { user, ...rest } = await asked.catch((error: unknown) => {
    throw hasCode(error, 'GENERIC') ? new ApiError('GENERIC', words, error.status) : error;
  });
  if (user === undefined) throw new ApiError('GENERIC', words, 200);
  return { ...rest, user };
}

/** Creates an account, which can be used once its email is verified. Code: EMAIL_TAKEN. */
export const register = (body: Registration, key: string) =>
  command('POST', '/api/auth/register', { body, key, anonymous: true });

/** Codes: INVALID_TOKEN, ALREADY_VERIFIED. */
export const verifyEmail = (token: string) =>
  call('GET', '/api/auth/verify-email', { query: { token }, anonymous: true });

/** Code: EMAIL_NOT_FOUND. */
export const resendVerification = (email: string) =>
  call('POST', '/api/auth/resend-verification-email', { body: { email }, anonymous: true });

/** Code: INVALID_CREDENTIALS. */
export const forgotPassword = (email: string) =>
  call('POST', '/api/auth/forgot-password', { body: { email }, anonymous: true });

/** Tried once: of a retry, INVALID_RESET_TOKEN would hide that the first try may have set the password. */
export const resetPassword = (token: string, password: string) =>
  call('POST', '/api/auth/reset-password', { body: { token, password }, anonymous: true });

/** Ends the session on this phone immediately, and on the server if it can be reached; a failure there is ignored. */
export async function signOut(): Promise<void> {
  const token = session()?.token;
  endSession('signed-out');
  if (token === undefined) return;
  await call('POST', '/api/auth/logout', { body: {}, token, timeoutMs: 4_000 }).catch(() => undefined);
}

/** Ends all of the golfer's sessions, including this one. Rejects, and keeps this one, if the server did not do it. */
export const signOutEverywhere = (): Promise<void> =>
  endSessionBy(() => call('POST', '/api/auth/logout', { body: { everywhere: true } }));

/** Confirms the password before an action for which an open session is not enough. Code: WRONG_PASSWORD. */
export const confirmPassword = (password: string) => call('POST', '/api/auth/confirm-password', { body: { password } });

/** Ends the golfer's other sessions. Code: WRONG_PASSWORD. */
export const changePassword = (current: string, password: string) =>
  command('POST', '/api/auth/change-password', { body: { current, password } });

/** The golfer's sessions, this one first. Not cached: a new password, for one, ends the others. */
export const sessionsQuery = () =>
  read(['user', 'sessions'], '/api/auth/sessions', {
    select: ({ sessions }: { sessions: SessionSummary[] }) => sessions,
    gcTime: 0,
  });

/** My staff roles (most golfers have none) and the state of my second factor. Refetched per page: roles come and go. */
export const opsRolesQuery = () => read<OpsRolesAnswer>(['ops', 'me'], '/api/ops/me', { staleTime: 5_000 });

/** Ends another session of the golfer. */
export const endOtherSession = (id: string) => changing(sessionsQuery(), call('DELETE', `/api/auth/sessions/${id}`));

/** The fields of the profile that a golfer may change; omitted ones stay unchanged. */
export type ProfileChanges = Partial<Pick<OwnUser, 'fullName' | 'golflinkNumber' | 'handicap'>>;

/** Changes the profile. The answer's token belongs to the same session. */
export async function saveProfile(body: ProfileChanges | FormData, timeoutMs?: number) {
  const before = session();
  const answer = await command<Ok & SignedIn>('POST', '/api/user/settings', { body, timeoutMs });
  // The golfer may have signed out, and another one in, before the answer.
  const now = session();
  if (now?.userId !== answer.user.id) return answer.user;
  // Another sign-in, or another save, has a later token.
  if (now.token === before?.token) startSession({ token: answer.token, userId: answer.user.id });
  const { queryKey } = userQuery();
  // The answer to an earlier read would replace this one.
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer.user);
  writeStored('user-copy', JSON.stringify(answer.user));
  return answer.user;
}
