import { TextField, type TextFieldProps } from '../ui/fields/text-field.js';
import { useBound } from './bound.js';

/** Props that a field gets from its form. */
export type FromForm = 'name' | 'value' | 'onChange' | 'onBlur' | 'error';

/** A text field of the surrounding form. */
export function TextInput({ name, ...field }: { name: string } & Omit<TextFieldProps, FromForm>) {
  const { field: bound, error, leave } = useBound<string>(name);
  return <TextField {...field} {...bound} onBlur={leave} error={error} />;
}

/** A password field of the surrounding form, which can be revealed. */
export function PasswordInput(props: Parameters<typeof TextInput>[0]) {
  return <TextInput type="password" reveal {...props} />;
}

/** The fields for a password and its confirmation. `replaces`: of an account that has one, at the end of the form. */
export function NewPasswordInputs({ replaces = false }: { replaces?: boolean }) {
  const one = { name: 'password', label: replaces ? 'New password' : 'Password', hint: 'At least 8 characters' };
  const other = {
    name: 'confirmPassword',
    label: 'Confirm password',
    enterKeyHint: replaces ? 'send' : 'next',
  } as const;
  return (
    <>
      <PasswordInput {...one} autoComplete="new-password" enterKeyHint="next" />
      <PasswordInput {...other} autoComplete="new-password" />
    </>
  );
}
