/** No picture is painted in a hidden tab. */
const UNSEEN_MS = 250;

/** Does something when what the tap changed has been painted; it would only keep the golfer waiting before. */
export function afterPaint(work: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
