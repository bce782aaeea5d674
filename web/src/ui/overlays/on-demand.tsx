import {
  createElement,
  startTransition,
  useEffect,
  useRef,
  useState,
  type FunctionComponent,
  type ReactNode,
} from 'react';

const AGAIN_MS = 5_000;
const TRIES = 12;

/**
 * A component whose code is fetched when it is first shown. Unlike React's lazy it does not remember that this failed: it is tried
 * again when it is shown anew, when the signal is back and a few times by itself, because on a course the first try may find none.
 */
export function onDemand<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<Props> | null>(() => loaded);
    const asking = useRef(false);
    const tries = useRef(0);
    // After each render: opening a dialog again asks again.
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ask = async (): Promise<void> => {
        if (asking.current) return;
        asking.current = true;
        try {
          loaded = await load();
          startTransition(() => setLoaded(() => loaded));
        } catch (error) {
          console.warn('A part of the page could not be fetched yet:', error);
          tries.current += 1;
          if (tries.current < TRIES) timer = setTimeout(again, AGAIN_MS);
        } finally {
          asking.current = false;
        }
      };
      const again = (): void => void ask();
      again();
      window.addEventListener('online', again);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', again);
      };
    });
    return Loaded === null ? placeholder : createElement(Loaded, props);
  };
}

/** A dialog whose code is fetched when it is first opened. It stays in the page from then on, so that it can close with its motion. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const Dialog = onDemand(load);
  return function LazyDialog(props: Props) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return opened ? createElement(Dialog, props) : null;
  };
}
