import type { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';
import { tellSupervisor, WAITS_FOR } from '@fairmark/server/waiting/waiting';

/**
 * Loaded into every process of the product before its own code (`node --import`). When the supervisor ends for any
 * reason, the process ends too, so that it does not keep ports and database connections. Until then it reports
 * periodically that it is alive.
 */
const ENDED_WITHIN_MS = 5_000;
/** Several times per check of the supervisor. */
const ALIVE_EVERY_MS = 1_000;

const end = (): void => {
  // A running service handles this itself: it drains, within a time limit (`runProcess`).
  if (process.listenerCount('disconnect') > 0) return;
  setTimeout(() => process.exit(1), ENDED_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
};
// The supervisor may have ended before this is loaded. Threads load it too, and are never connected.
if (process.connected) process.once('disconnect', end);
else if (isMainThread) end();
// This listener must not keep an otherwise idle process alive.
process.channel?.unref();
// A process that stays silent is considered frozen. Failures to send are ignored: see above.
setInterval(() => process.connected && process.send?.('alive', () => undefined), ALIVE_EVERY_MS).unref();
const listeners: EventEmitter = process;
listeners.on(WAITS_FOR, (what: string) => tellSupervisor(`waits for ${what} …`));
