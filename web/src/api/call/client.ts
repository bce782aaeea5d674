import { CLIENT_WORDS, MISSING_AUTH_TOKEN } from '@fairmark/contract';
import { ApiError, errorOf, isRecord } from './errors.js';
import { newId } from './ids.js';
import { noteWritten } from './position.js';
import { endSession, session } from './session.js';
import { readStored, writeStored } from './stored.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  body?: object | FormData;
  query?: Query;
  anonymous?: boolean;
  /** The token of a session that may have ended on this phone; by default that of the current session. */
  token?: string;
  signal?: AbortSignal;
  /** Milliseconds after which the call counts as unanswered. */
  timeoutMs?: number;
  key?: string;
  /** A media type to prefer to plain JSON. */
  accept?: string;
  /** Low: no golfer waits for this call, so it must not delay calls that a golfer does wait for. */
  priority?: RequestPriority;
}

const TIMEOUT_MS = 12_000;
const COMMAND_TRIES = 3;
const RETRY_MS = 600;

/** Makes one HTTP call. Throws an ApiError if the call is refused or gets no answer. */
export async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const token = options.anonymous === true ? null : (options.token ?? session()?.token ?? null);
  if (options.anonymous !== true && token === null) {
    throw new ApiError('MISSING_AUTH_TOKEN', MISSING_AUTH_TOKEN.message, MISSING_AUTH_TOKEN.status);
  }
  const { signal, done } = deadline(options);
  const { response, answer } = await answered(withQuery(path, options.query), {
    method,
    headers: headersOf(options, token),
    body: bodyOf(options),
    signal,
    priority: options.priority,
  }).finally(done);
  if (response.ok) {
    if (!isFromServer(answer, response.status)) throw new ApiError('NO_ANSWER', CLIENT_WORDS.noAnswer);
    noteWritten(answer);
    return answer as Answer;
  }
  const error = errorOf(response.status, answer, response.headers.get('retry-after'));
  // End only the session that made the call: the golfer may have signed in again meanwhile.
  if (error.code === 'UNAUTHORIZED' && token !== null && token === session()?.token) endSession('expired');
  throw error;
}

/** A call that changes something. Unanswered, it is retried (3 tries) with the same key, and so carried out once. */
export async function command<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  // Another golfer may have signed in before a retry, which is still that of the golfer who asked.
  const sent = { ...options, key: options.key ?? newId(), token: options.token ?? session()?.token };
  for (let attempt = 1; ; attempt++) {
    try {
      return await call<Answer>(method, path, sent);
    } catch (error) {
      const isRetryable = error instanceof ApiError && error.unanswered && error.code !== 'TOO_MANY_REQUESTS';
      if (!isRetryable || attempt === COMMAND_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
    }
  }
}

async function answered(path: string, init: RequestInit): Promise<{ response: Response; answer: unknown }> {
  try {
    const response = await fetch(path, { ...init, credentials: 'omit' });
    // A body that cannot be read is not the server's.
    return { response, answer: await response.json().catch(() => null) };
  } catch (error) {
    const { aborted = false, reason } = init.signal ?? {};
    const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
    if (isTimeout) throw new ApiError('NO_ANSWER', CLIENT_WORDS.noAnswer);
    if (aborted) throw error;
    throw new ApiError('NO_CONNECTION', CLIENT_WORDS.noConnection);
  }
}

/** Every answer of the server repeats its status; a captive portal answers 200 to everything. */
const isFromServer = (answer: unknown, status: number): boolean => isRecord(answer) && answer['status'] === status;

function headersOf({ body, key, accept }: CallOptions, token: string | null): HeadersInit {
  return {
    accept: accept === undefined ? 'application/json' : `${accept}, application/json`,
    'x-device-id': deviceId(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  };
}

const bodyOf = ({ body }: CallOptions): BodyInit | undefined =>
  body instanceof FormData ? body : JSON.stringify(body);

/** Query parameters by name; undefined ones are left out. */
export type Query<Name extends string = string> = Partial<Record<Name, string>>;

/** An address with query parameters. */
export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
}

/** Aborts with the caller's signal or on timeout; AbortSignal.any needs iOS 17.4. `done` releases the timer. */
export function deadline({ signal: caller, timeoutMs = TIMEOUT_MS }: Pick<CallOptions, 'signal' | 'timeoutMs'>) {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
  if (caller?.aborted === true) abort();
  caller?.addEventListener('abort', abort, { once: true });
  const done = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, done };
}

let device: string | null = null;

/** A random id of this browser, recorded for the audit of a round; of this page where the browser stores none. */
function deviceId(): string {
  if (device === null) {
    device = readStored('device') ?? newId();
    writeStored('device', device);
  }
  return device;
}
