/**
 * Ends a command with an exit code as soon as all it said is written. Without it the process would
 * stay for what a library has left open: a client of EventStoreDB asks DNS for settings of its
 * server, and waits 25 s where no DNS answers.
 */
export async function endProcess(code: number): Promise<never> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(code);
}
