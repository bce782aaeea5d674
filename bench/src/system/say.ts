/** Shows on stderr what is being done, replacing the previous line. */
export function say(what: string): void {
  process.stderr.write(`${what.padEnd(70)}\r`);
}
