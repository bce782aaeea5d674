const IDLE_MS = 3_000;
const SOON_MS = 300;

/** Runs `work` when the phone is idle, after `latestMs` at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void, latestMs = IDLE_MS): () => void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: latestMs });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, SOON_MS);
  return () => clearTimeout(timer);
}
