import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { newId } from '../api/call/ids.js';
import { useChange } from '../ui/hooks/use-change.js';

/** A mutation that ignores presses while it runs: its own state changes too late for the second of two quick ones. */
export function useAct<Answer, Given = void>(options: UseMutationOptions<Answer, Error, Given>) {
  const running = useRef(false);
  const { mutate, ...act } = useMutation({
    ...options,
    onSettled: (...outcome) => {
      running.current = false;
      return options.onSettled?.(...outcome);
    },
  });
  const mutateOnce = useCallback<typeof mutate>(
    (...given) => {
      if (running.current) return;
      running.current = true;
      mutate(...given);
    },
    [mutate],
  );
  return { ...act, mutate: mutateOnce };
}

/** The Idempotency-Key of a form: the same for the same body, because the first request may have arrived. */
export function useSameKey(): (body: object) => string {
  const sent = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    return sent.current.key;
  };
}

/** Calls `forget` once a sheet closes, unless its act still runs: a later refusal is shown when it opens again. */
export function useForget(open: boolean, act: { isPending: boolean; reset: () => void }, forget = act.reset): void {
  useChange(open, () => {
    if (!open && !act.isPending) forget();
  });
}

/** Focuses the topmost sheet or the page: for an action that removes the button pressed, which would lose the focus. */
export function focusPlace(): void {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"]');
  (dialogs.item(dialogs.length - 1) ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

/** {@link focusPlace} where the action of a component has removed the component itself. */
export function useFocusKept(isActing: boolean): void {
  const keepFocus = useEffectEvent(() => {
    if (isActing && document.activeElement === document.body) focusPlace();
  });
  useEffect(() => () => keepFocus(), []);
}
