const IDLE_MS = 3_000;

/** Works when the phone has nothing else to do, within 3 s. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(work, { timeout: IDLE_MS });
    return () => window.cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, IDLE_MS);
  return () => clearTimeout(timer);
}
