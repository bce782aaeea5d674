import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** An element's width in px, measured before it is painted and whenever it changes; `unmeasured` where nothing can be. */
export function useWidth(unmeasured: number): [RefObject<HTMLElement | null>, number] {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
