import {
  createElement,
  startTransition,
  useEffect,
  useRef,
  useState,
  type FunctionComponent,
  type ReactNode,
} from 'react';

/**
 * A component whose code is fetched when it is first shown. Unlike React's lazy it does not remember that this failed: it is tried
 * again when it is shown anew and when the signal is back, because on a course the first try may find none.
 */
export function onDemand<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<Props> | null>(() => loaded);
    const asking = useRef(false);
    // After each render: opening a dialog again asks again.
    useEffect(() => {
      if (Loaded !== null) return undefined;
      const ask = async (): Promise<void> => {
        if (asking.current) return;
        asking.current = true;
        try {
          loaded = await load();
          startTransition(() => setLoaded(() => loaded));
        } catch (error) {
          console.warn('A part of the page could not be fetched yet:', error);
        } finally {
          asking.current = false;
        }
      };
      const again = (): void => void ask();
      again();
      window.addEventListener('online', again);
      return () => window.removeEventListener('online', again);
    });
    return Loaded === null ? placeholder : createElement(Loaded, props);
  };
}
