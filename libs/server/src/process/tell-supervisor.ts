/** If a supervisor started this process, prints words on its terminal after the process's name (tools/src/start). */
export function tellSupervisor(words: string): void {
  if (process.connected) process.send?.({ says: words }, () => undefined);
}
