import type { EventEmitter } from 'node:events';
import { tellSupervisor } from '@fairmark/server/process/tell-supervisor';
import { WAITS_FOR } from '@fairmark/server/waiting/waiting';

/**
 * Loaded into every process of the product before its own code (`node --import`): when the supervisor is gone, however it
 * ended, the process ends too, so that nothing keeps ports and database connections behind its back. Until then it reports
 * periodically that it is alive.
 */
const ENDED_WITHIN_MS = 5_000;
/** Several times as often as the supervisor looks. */
const ALIVE_EVERY_MS = 1_000;

const end = (): void => {
  // A service whose code is loaded listens itself, drains, and has a limit for it (`runProcess`).
  if (process.listenerCount('disconnect') > 0) return;
  setTimeout(() => process.exit(1), ENDED_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
};
// It may be gone before this is loaded.
if (process.connected) process.once('disconnect', end);
else end();
// Waiting for the supervisor's end must not keep a process alive that has nothing else to do.
process.channel?.unref();
// A process that does not say so for some time is taken for frozen. What can't be sent is of no interest: see above.
setInterval(() => process.connected && process.send?.('alive', () => undefined), ALIVE_EVERY_MS).unref();
const listeners: EventEmitter = process;
listeners.on(WAITS_FOR, (what: string) => tellSupervisor(`waits for ${what} …`));
