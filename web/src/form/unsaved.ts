import { useFormikContext } from 'formik';

/** Whether something of the form around differs from what it began with. */
export function useUnsaved(): boolean {
  return useFormikContext().dirty;
}
