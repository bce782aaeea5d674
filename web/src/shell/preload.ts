import { whenIdle } from '../api/when-idle.js';
import { preloadDialogs } from '../ui/overlays/dialogs.js';

/**
 * Fetches the code of a round (holes, scorecard, dialogs) while the phone has nothing else to do: on the course there
 * may be no signal to fetch it with. A miss now is no failure, the router asks again.
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
