import { refreshMatch, sendScore } from '../api/match.js';
import { noteRevision } from '../api/call/match-news.js';
import { isConnected, onLine } from '../api/realtime/realtime.js';
import { onSession, session } from '../api/call/session.js';
import { announce } from '../ui/live-region.js';
import { changeOutbox, onOutbox, outbox, waitingScores } from './outbox.js';
import { announcement } from './outbox-texts.js';
import { createSender } from './sender.js';
import { createTurns } from './turns.js';

const SEND_MS = 8_000;
/** Longer than any tab that is awake takes for a score. */
const TURN_MS = 15_000;

let users = 0;
let stop = (): void => undefined;

/** Sends the signed-in golfer's scores as long as it is asked for. Gives back how to stop. */
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
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    // Plain http has no locks.
    alone: createTurns('locks' in navigator ? navigator.locks : undefined, TURN_MS),
    moved: (matchId, place) => (place === null ? refreshMatch(matchId) : noteRevision(matchId, place)),
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

/** Hears the outbox: wakes for what was entered, and says how it stands. */
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
    if (entered) afterPaint(wake);
  };
}

function listen(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

/** No picture is painted in a hidden tab. */
const UNSEEN_MS = 250;

/** Does something when what the tap changed has been painted; it would only keep the golfer waiting before. */
function afterPaint(work: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
