const ENDS = ['pointerup', 'pointercancel'] as const;
/** Fallback for a press whose end is never reported, as over a native select list. */
const PRESS_MS = 1_000;

let pressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
  for (const end of [...ENDS, 'keydown']) window.addEventListener(end, () => (pressed = false), { capture: true });
}

/** Runs `work` after the current press: an error message would move what is below it, and the press would be lost. */
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
