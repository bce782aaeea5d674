/** What a request to another server may cost at most. */
export interface FetchBounds {
  /** For everything, the last byte of the answer included. */
  timeoutMs: number;
  /** Of the answer, unpacked. */
  bytesMax: number;
  /** Ends the request early: the process ends. */
  signal: AbortSignal;
}

/** The other server did answer, and what it said is of no use. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/**
 * The body of a successful answer. Redirects are refused, so that only the named server is ever asked.
 *
 * @throws BadAnswer for another status or too much of it, another Error when there is no answer in time
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
  // Leaving the loop ends the request.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new BadAnswer(`answered with more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
