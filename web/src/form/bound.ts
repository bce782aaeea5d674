import { useField } from 'formik';

/** The whole surrounding form, for parts that look at several of its values. */
export { useFormikContext as useWholeForm } from 'formik';

/** Binds a custom control, such as a search, to a value of the surrounding form. */
export function useBound<T>(name: string) {
  const [field, meta, helpers] = useField<T>(name);
  const error: unknown = meta.touched ? meta.error : undefined;
  return {
    field,
    value: field.value,
    /** Undefined until the golfer has visited the field or tried to submit. */
    error: typeof error === 'string' ? error : undefined,
    // Setting the value validates it. Touching must not: it would do so with the previous value, or drop a refusal.
    set: (value: T): void => {
      void helpers.setValue(value, true);
      void helpers.setTouched(true, false);
    },
    leave: (): void => afterPress(() => void helpers.setTouched(true, false)),
  };
}

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
