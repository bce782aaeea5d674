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
