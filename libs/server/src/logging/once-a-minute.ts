const MINUTE_MS = 60_000;
const WORDS_MAX = 20;

/** Passes on errors with the same message once a minute, for work that fails several times a second. */
export function onceAMinute(say: (err: unknown) => void): (err: unknown) => void {
  const said = new Map<string, number>();
  return (err) => {
    const words = String(err);
    const now = performance.now();
    if (now - (said.get(words) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    if (said.size >= WORDS_MAX) said.clear();
    said.set(words, now);
    say(err);
  };
}
