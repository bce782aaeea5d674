/**
 * Exits a command once its output is flushed. Without this, handles that libraries leave open would delay the exit: the
 * EventStoreDB client queries DNS for its server's settings, and waits 25 s if no DNS server answers.
 */
export async function endProcess(code: number): Promise<never> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(code);
}
