/** What a request to another server may cost at most. */
export interface FetchBounds {
  /** For everything, the last byte of the answer included. */
  timeoutMs: number;
  /** Of the answer, unpacked. */
  bytesMax: number;
  /** Ends the request early: the process ends. */
  signal: AbortSignal;
}

/**
 * The body of a successful answer. Redirects are refused, so that nobody but the named server is ever asked.
 *
 * @throws Error when there is no answer in time, another status, or too much of it
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
    throw new Error(`answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the request.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`answered with more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
