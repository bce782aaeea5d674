import { useField, type FieldInputProps } from 'formik';
import { afterPress } from './after-press.js';

/** A value of the form that is around, with what to say about it. */
export interface Bound<T> {
  value: T;
  /** For an element of the browser's own. */
  field: FieldInputProps<T>;
  /** Undefined until the golfer has been there, or has tried to send the form. */
  error: string | undefined;
  set: (value: T) => void;
  leave: () => void;
}

/** Binds a control from outside this folder to a value of the form around it: a search, a row of days. */
export function useBound<T>(name: string): Bound<T> {
  const [field, meta, helpers] = useField<T>(name);
  const error: unknown = meta.touched ? meta.error : undefined;
  return {
    field,
    value: field.value,
    error: typeof error === 'string' ? error : undefined,
    // The value is validated as it is set; being touched must not validate again, with the value from before.
    set: (value) => {
      void helpers.setValue(value, true);
      void helpers.setTouched(true, false);
    },
    leave: () => afterPress(() => void helpers.setTouched(true, true)),
  };
}
