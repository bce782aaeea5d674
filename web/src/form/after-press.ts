let pressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (pressed = false), { capture: true });
  }
}

/**
 * Does something once what is pressed now has been pressed: a field that says what is wrong when it is left moves everything below
 * it, and whoever left it by pressing something there would miss it.
 */
export function afterPress(work: () => void): void {
  const soon = (): void => void setTimeout(work);
  if (pressed) window.addEventListener('pointerup', soon, { once: true });
  else soon();
}
