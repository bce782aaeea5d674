import { useField } from 'formik';
import { afterPress } from './after-press.js';

/** Binds a custom control, such as a search, to a value of the surrounding form. */
export function useBound<T>(name: string) {
  const [field, meta, helpers] = useField<T>(name);
  const error: unknown = meta.touched ? meta.error : undefined;
  return {
    /** Props for a native element. */
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
