import { flushSync } from 'react-dom';

let queue: (() => void)[] = [];
document.addEventListener('visibilitychange', finishPaint);

/** Runs work after the next frame, so that this frame paints only what a tap changed first. At once in a hidden page. */
export function afterPaint(work: () => void): void {
  if (queue.push(work) === 1) requestAnimationFrame(() => setTimeout(finishPaint));
  if (document.hidden) finishPaint();
}

/** Runs and renders now what waits for the frame, so that the next tap or key finds the page up to date. */
export function finishPaint(): void {
  const works = queue;
  queue = [];
  if (works.length === 0) return;
  flushSync(() => {
    for (const work of works) work();
  });
}
