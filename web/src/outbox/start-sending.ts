import { refreshMatch, sendScore } from '../api/match.js';
import { noteRevision } from '../api/call/match-news.js';
import { isConnected, onLine } from '../api/realtime/realtime.js';
import { onSession, session } from '../api/call/session.js';
import { announce } from '../ui/live-region.js';
import { changeOutbox, onOutbox, outbox, waitingScores } from './outbox.js';
import { announcement } from './outbox-texts.js';
import { createSender } from './sender.js';

const SEND_MS = 8_000;

let started = false;

/** Sends the scores of the golfer who is signed in, from the first call on for as long as the page lives. */
export function startSending(): void {
  if (started) return;
  started = true;
  const wake = createSender({
    box: () => outbox().box,
    change: changeOutbox,
    me: () => session()?.userId ?? null,
    send: (score, key) => sendScore(score, key, SEND_MS),
    schedule: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    matchChanged: (matchId, place) => (place === null ? refreshMatch(matchId) : noteRevision(matchId, place)),
  });
  onLine(() => {
    if (isConnected()) wake();
  });
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  let known = new Set<string>();
  let before = waitingScores();
  onSession(() => {
    // Another golfer's scores are no news.
    before = waitingScores();
    wake();
  });
  onOutbox(() => {
    const now = waitingScores();
    const entered = now.some(({ key, state }) => state === 'waiting' && !known.has(key));
    known = new Set(now.filter(({ state }) => state === 'waiting').map(({ key }) => key));
    const text = announcement(before, now);
    before = now;
    if (text !== null) announce(text);
    // After the effect of the tap is painted, so that sending does not delay it; a hidden page is woken when it is seen.
    if (entered) requestAnimationFrame(() => setTimeout(wake));
  });
  wake();
}
