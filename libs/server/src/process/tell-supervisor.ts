/** Has words printed on the terminal behind the name of this process, where a supervisor started it (tools/src/start). */
export function tellSupervisor(words: string): void {
  if (process.connected) process.send?.({ says: words }, () => undefined);
}
