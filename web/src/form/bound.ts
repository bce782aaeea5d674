import { useField, type FieldInputProps } from 'formik';
import { afterPress } from './after-press.js';

/** A value of the surrounding form, and how to change it. */
export interface Bound<T> {
  value: T;
  /** Props for a native element. */
  field: FieldInputProps<T>;
  /** Undefined until the golfer has visited the field or tried to submit. */
  error: string | undefined;
  set: (value: T) => void;
  leave: () => void;
}

/** Binds a custom control, such as a search, to a value of the surrounding form. */
export function useBound<T>(name: string): Bound<T> {
  const [field, meta, helpers] = useField<T>(name);
  const error: unknown = meta.touched ? meta.error : undefined;
  return {
    field,
    value: field.value,
    error: typeof error === 'string' ? error : undefined,
    // Setting the value validates it; touching must not validate again with the previous value.
    set: (value) => {
      void helpers.setValue(value, true);
      void helpers.setTouched(true, false);
    },
    leave: () => afterPress(() => void helpers.setTouched(true, true)),
  };
}
