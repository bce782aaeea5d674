import { preloadDialogs } from '../ui/dialogs.js';

const IDLE_MS = 3_000;

/**
 * Fetches the code of a round (holes, scorecard, dialogs) while the phone has nothing else to do: on the course there may be no
 * signal to fetch it with (decisions D38). A miss now is no failure, the router asks again.
 */
export function preloadRound(): void {
  whenIdle(() => {
    preloadDialogs();
    for (const load of [
      () => import('../features/scoring/hole.page.js'),
      () => import('../features/scorecard/scorecard.page.js'),
    ]) {
      load().catch(() => undefined);
    }
  });
}

function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: IDLE_MS });
  else setTimeout(work, IDLE_MS);
}
