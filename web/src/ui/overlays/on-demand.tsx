import {
  createElement,
  startTransition,
  useEffect,
  useRef,
  useState,
  type FunctionComponent,
  type ReactNode,
} from 'react';

const RETRY_MS = 5_000;
const TRIES = 12;

/**
 * A component that loads when it is first rendered. Unlike React's lazy it does not cache a failure: it retries when it
 * is rendered again, when the browser is back online, and a few times on a timer, as there may be no signal at first.
 */
export function onDemand<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<Props> | null>(() => loaded);
    const isLoading = useRef(false);
    const tries = useRef(0);
    // After each render, so that opening a dialog again retries.
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tryLoad = async (): Promise<void> => {
        if (isLoading.current) return;
        isLoading.current = true;
        try {
          loaded = await load();
          startTransition(() => setLoaded(() => loaded));
        } catch (error) {
          console.warn('A part of the page could not be loaded yet:', error);
          tries.current += 1;
          if (tries.current < TRIES) timer = setTimeout(retry, RETRY_MS);
        } finally {
          isLoading.current = false;
        }
      };
      const retry = (): void => void tryLoad();
      retry();
      window.addEventListener('online', retry);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
      };
    });
    return Loaded === null ? placeholder : createElement(Loaded, props);
  };
}

/** A dialog that loads when it is first opened. It stays mounted from then on, so that it can animate its closing. */
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
