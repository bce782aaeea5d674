/** Limits of a request to another server. */
export interface FetchBounds {
  /** For the whole exchange, up to the last byte of the answer. */
  timeoutMs: number;
  /** Of the decompressed answer. */
  bytesMax: number;
  /** Aborts the request when the process stops. */
  signal: AbortSignal;
}

/** The other server answered, but its answer is unusable. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/**
 * The body of a successful answer. Redirects are refused, so that only the named server is contacted.
 *
 * @throws BadAnswer for another status or too large an answer, another Error when there is no answer in time
 */
export async function boundedFetch(url: URL, init: RequestInit, bounds: FetchBounds): Promise<Buffer> {
  const { timeoutMs, bytesMax, signal } = bounds;
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new BadAnswer(`answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop aborts the request.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new BadAnswer(`answered with more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
