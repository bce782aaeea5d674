const IDLE_MS = 3_000;

/** Works when the phone has nothing else to do, within `latestMs` in any case. Answers how to call it off. */
export function whenIdle(work: () => void, latestMs = IDLE_MS): () => void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(work, { timeout: latestMs });
    return () => window.cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, latestMs);
  return () => clearTimeout(timer);
}
