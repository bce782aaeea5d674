import { useField } from 'formik';
import { TextField, type TextFieldProps } from '../ui/fields/text-field.js';

/** The whole surrounding form, for parts that look at several of its values. */
export { useFormikContext as useWholeForm } from 'formik';

/** Binds a custom control, such as a search, to a value of the surrounding form. */
export function useBound<T>(name: string) {
  const [field, { touched, error }, { setValue, setTouched }] = useField<T>(name);
  return {
    value: field.value,
    /** Undefined until the golfer has visited the field or tried to submit. */
    error: touched ? error : undefined,
    // Setting the value validates it. Touching must not: it would do so with the previous value, or drop a refusal.
    set: (value: T): void => {
      void setValue(value, true);
      void setTouched(true, false);
    },
    /** For a native field. */
    input: { ...field, onBlur: (): void => afterPress(() => void setTouched(true, false)) },
  };
}

/** Fallback for a press whose end is never reported, as over a native select list. */
const PRESS_MS = 1_000;

let pressed = false;
/** What runs once the press has ended. */
const waiting = new Set<() => void>();
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel', 'keydown']) window.addEventListener(end, ended, { capture: true });
}

function ended(): void {
  pressed = false;
  for (const work of waiting) setTimeout(run, 0, work);
}

function run(work: () => void): void {
  if (waiting.delete(work)) work();
}

/** Runs `work` after the current press: an error message would move what is below it, and the press would be lost. */
export function afterPress(work: () => void): void {
  waiting.add(work);
  setTimeout(run, pressed ? PRESS_MS : 0, work);
}

/** Props that a field gets from its form. */
export type FromForm = 'name' | 'value' | 'onChange' | 'onBlur' | 'error';

/** A text field of the surrounding form. */
export function TextInput({ name, ...field }: { name: string } & Omit<TextFieldProps, FromForm>) {
  const { input, error } = useBound<string>(name);
  return <TextField {...field} {...input} error={error} />;
}

/** A password field of the surrounding form, which can be revealed. */
export function PasswordInput(props: Parameters<typeof TextInput>[0]) {
  return <TextInput type="password" reveal {...props} />;
}

/** The fields for a password and its confirmation. `replaces`: of an account that has one, at the end of the form. */
export function NewPasswordInputs({ replaces = false }: { replaces?: boolean }) {
  const one = { name: 'password', label: replaces ? 'New password' : 'Password', hint: 'At least 8 characters' };
  const other = { name: 'confirmPassword', label: 'Confirm password' };
  return (
    <>
      <PasswordInput {...one} autoComplete="new-password" enterKeyHint="next" />
      <PasswordInput {...other} autoComplete="new-password" enterKeyHint={replaces ? 'send' : 'next'} />
    </>
  );
}
