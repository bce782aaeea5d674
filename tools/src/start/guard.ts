/**
 * Loaded into every process of the product before its own code (`node --import`): when the supervisor is gone, however it
 * ended, the process drains and ends too, so that nothing keeps ports and database connections behind its back.
 */
const DRAINED_WITHIN_MS = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), DRAINED_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Waiting for the supervisor's end must not keep a process alive that has nothing else to do.
process.channel?.unref();
