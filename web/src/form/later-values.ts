import { useFormikContext, type FormikValues } from 'formik';
import { useEffect } from 'react';

interface LaterValuesProps<Data> {
  /** What is known by now. */
  later: Data;
  /** What the surrounding form began with. */
  shown: Data;
  valuesOf: (data: Data) => FormikValues;
  onShown: (data: Data) => void;
}

/** Fills later values into the surrounding form, but never over unsaved changes. */
export function LaterValues<Data>({ later, shown, valuesOf, onShown }: LaterValuesProps<Data>) {
  const { dirty, resetForm } = useFormikContext<FormikValues>();
  useEffect(() => {
    if (later === shown || dirty) return;
    onShown(later);
    resetForm({ values: valuesOf(later) });
  }, [later, shown, valuesOf, onShown, dirty, resetForm]);
  return null;
}
