const ENDS = ['pointerup', 'pointercancel'] as const;
/** A press whose end is never reported, over a list of the system's own. */
const PRESS_MS = 1_000;

let pressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
  for (const end of [...ENDS, 'keydown']) window.addEventListener(end, () => (pressed = false), { capture: true });
}

/** Works once the press under way is over: a field that says what is wrong moves what is below it, and the press would be lost. */
export function afterPress(work: () => void): void {
  if (!pressed) {
    setTimeout(work);
    return;
  }
  const timer = setTimeout(ended, PRESS_MS);
  for (const end of ENDS) window.addEventListener(end, ended, { capture: true });

  function ended(): void {
    clearTimeout(timer);
    for (const end of ENDS) window.removeEventListener(end, ended, { capture: true });
    setTimeout(work);
  }
}
