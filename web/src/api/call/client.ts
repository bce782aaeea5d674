import { CLIENT_WORDS, MISSING_AUTH_TOKEN } from '@fairmark/contract';
import { ApiError, errorOf } from './errors.js';
import { newId } from './ids.js';
import { noteWritten } from './position.js';
import { endSession, session } from './session.js';
import { readStored, writeStored } from './stored.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  body?: object | FormData;
  query?: Record<string, string | undefined>;
  anonymous?: boolean;
  /** Of a session that is over on this phone already; otherwise the token is that of the signed-in golfer. */
  token?: string;
  signal?: AbortSignal;
  /** Without an answer in this time the call counts as unanswered. Milliseconds. */
  timeoutMs?: number;
  /** Idempotency-Key. */
  key?: string;
  /** A type that is preferred to plain JSON. */
  accept?: string;
  /** Low: no golfer waits for it, and nothing that a golfer waits for should wait for it. */
  priority?: RequestPriority;
}

const TIMEOUT_MS = 12_000;
const COMMAND_TRIES = 3;
const RETRY_MS = 600;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** One HTTP call. Throws an ApiError for every refusal and for a call without an answer. */
export async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const token = options.anonymous === true ? null : (options.token ?? session()?.token ?? null);
  if (options.anonymous !== true && token === null) {
    throw new ApiError('MISSING_AUTH_TOKEN', MISSING_AUTH_TOKEN.message, MISSING_AUTH_TOKEN.status);
  }
  const { signal, done } = deadline(options);
  const { response, answer } = await answered(`${path}${queryOf(options.query)}`, {
    method,
    headers: headersOf(options, token),
    body: bodyOf(options.body),
    signal,
    priority: options.priority,
  }).finally(done);
  if (response.ok) {
    if (!isOurs(answer, response.status)) throw new ApiError('NO_ANSWER', CLIENT_WORDS.noAnswer);
    noteWritten(answer);
    return answer as Answer;
  }
  const error = errorOf(response.status, answer, response.headers.get('retry-after'));
  // Only the session that the call was made with: another sign-in may have taken its place meanwhile.
  if (error.code === 'UNAUTHORIZED' && token !== null && token === session()?.token) endSession('expired');
  throw error;
}

/** A call that changes something, sent again with the same Idempotency-Key where no answer came: carried out once, at most 3 tries. */
export async function command<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const key = options.key ?? newId();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call<Answer>(method, path, { ...options, key });
    } catch (error) {
      const again = error instanceof ApiError && error.unanswered && error.code !== 'TOO_MANY_REQUESTS';
      if (!again || attempt === COMMAND_TRIES || options.signal?.aborted === true) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
    }
  }
}

async function answered(path: string, init: RequestInit): Promise<{ response: Response; answer: unknown }> {
  try {
    const response = await fetch(path, { ...init, credentials: 'omit' });
    return { response, answer: await readAnswer(response) };
  } catch (error) {
    if (init.signal?.aborted === true && isTimeout(init.signal.reason)) {
      throw new ApiError('NO_ANSWER', CLIENT_WORDS.noAnswer);
    }
    if (init.signal?.aborted === true || error instanceof ApiError) throw error;
    throw new ApiError('NO_CONNECTION', CLIENT_WORDS.noConnection);
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    if (response.ok) throw new ApiError('NO_ANSWER', CLIENT_WORDS.noAnswer);
    return {};
  }
}

/** Every answer of the server repeats its status; a network that wants a sign-in says 200 to anything. */
const isOurs = (answer: unknown, status: number): boolean =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === status;

function headersOf({ body, key, accept }: CallOptions, token: string | null): HeadersInit {
  return {
    accept: accept === undefined ? 'application/json' : `${accept}, application/json`,
    'x-device-id': deviceId(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  };
}

function bodyOf(body: CallOptions['body']): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

function queryOf(query: CallOptions['query'] = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** Ends with the caller's signal or with the time; by hand: AbortSignal.any is unknown before iOS 17.4. `done` lets go of the clock. */
function deadline({ signal: caller, timeoutMs = TIMEOUT_MS }: CallOptions): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
  if (caller?.aborted === true) stop();
  caller?.addEventListener('abort', stop, { once: true });
  const done = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', stop);
  };
  return { signal: controller.signal, done };
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

/** A random id of this installation, for the audit of a round. */
function deviceId(): string {
  const known = readStored('device');
  // The server refuses every call that names anything else.
  if (known !== null && UUID.test(known)) return known;
  const fresh = newId();
  writeStored('device', fresh);
  return fresh;
}
