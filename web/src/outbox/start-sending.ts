import { refreshMatch, sendScore } from '../api/match.js';
import { noteRevision } from '../api/call/match-news.js';
import { isConnected, onLine } from '../api/realtime/realtime.js';
import { onSession, session } from '../api/call/session.js';
import { announce } from '../ui/live-region.js';
import { changeOutbox, onOutbox, outbox, waitingScores } from './outbox.js';
import { announcement } from './outbox-texts.js';
import { createSender } from './sender.js';

const SEND_MS = 8_000;

let users = 0;
let stop = (): void => undefined;

/** Sends the signed-in golfer's scores until the returned function is called; calls are counted. */
export function startSending(): () => void {
  users += 1;
  if (users === 1) stop = start();
  return () => {
    users -= 1;
    if (users === 0) stop();
  };
}

function start(): () => void {
  const { wake, close } = createSender({
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
  const wakeIfSeen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const stops = [
    onOutbox(changesOf(wake)),
    onSession(wake),
    onLine(() => {
      if (isConnected()) wake();
    }),
    listen(window, 'online', wake),
    listen(document, 'visibilitychange', wakeIfSeen),
    close,
  ];
  wake();
  return () => stops.forEach((stop) => stop());
}

/** A listener on the outbox that wakes the sender for new entries and announces the state. */
function changesOf(wake: () => void): () => void {
  let known = new Set<string>();
  let before = waitingScores();
  return () => {
    const now = waitingScores();
    const entered = now.some(({ key, state }) => state === 'waiting' && !known.has(key));
    known = new Set(now.filter(({ state }) => state === 'waiting').map(({ key }) => key));
    const text = announcement(before, now);
    before = now;
    if (text !== null) announce(text);
    // After the effect of the tap is painted, so that sending does not delay it; a hidden page is woken when it is seen.
    if (entered) requestAnimationFrame(() => setTimeout(wake));
  };
}

function listen(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}
