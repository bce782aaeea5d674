/** Says on stderr what is being done, over what was said before. */
export function say(what: string): void {
  process.stderr.write(`${what.padEnd(70)}\r`);
}
