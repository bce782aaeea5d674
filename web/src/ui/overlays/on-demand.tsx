import { createElement, startTransition, useEffect, useState, type FunctionComponent, type ReactNode } from 'react';
import { Progress } from '../spinner.js';

const RETRY_MS = 5_000;

// After a failed preload WebKit gives every import of that file the same failure, until something else asks for it. Tests
// of rules load this without a window.
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) fetch(target.href).catch(() => undefined);
  },
  true,
);

/** Loads parts of pages before they are opened. A failure does no harm, as opening one loads it again. */
export function preload(...loads: (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}

/** A component that loads when it is first rendered. Unlike React's lazy it does not cache a failure. */
export function onDemand<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  let loading: Promise<void> | null = null;
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<Props> | null>(() => loaded);
    useEffect(() => {
      loading ??= persistently(load).then((part) => void (loaded = part));
      void loading.then(() => startTransition(() => setLoaded(() => loaded)));
    }, []);
    return Loaded === null ? placeholder : createElement(Loaded, props);
  };
}

/** Loads until it succeeds: again when the browser is back online and after a while, as there may be no signal. */
async function persistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the page could not be loaded yet:', error);
      await onlineOrAfter(RETRY_MS);
    }
  }
}

const onlineOrAfter = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    setTimeout(() => {
      window.removeEventListener('online', resolve);
      resolve(null);
    }, ms);
  });

/** A dialog that loads when it is first opened. It stays mounted from then on, so that it can animate its closing. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const Dialog = onDemand(async () => mountedClosed(await load()), <Progress aria-hidden="true" />);
  return function LazyDialog(props: Props) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return opened ? createElement(Dialog, props) : null;
  };
}

/** Opens a dialog once it is mounted: one that mounts open does not animate its first opening. */
function mountedClosed<Props extends { open: boolean }>(Dialog: FunctionComponent<Props>): FunctionComponent<Props> {
  return function MountedClosed(props: Props) {
    const [mounted, setMounted] = useState(false);
    useEffect(() => setMounted(true), []);
    return createElement(Dialog, { ...props, open: props.open && mounted });
  };
}
