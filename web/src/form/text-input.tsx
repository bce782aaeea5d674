import { TextField, type TextFieldProps } from '../ui/fields/text-field.js';
import { useBound } from './bound.js';

/** What the form around a field gives it. */
export type FromForm = 'name' | 'value' | 'onChange' | 'onBlur' | 'error';

/** A text field of the form around it. */
export function TextInput({ name, ...field }: { name: string } & Omit<TextFieldProps, FromForm>) {
  const { field: bound, error, leave } = useBound<string>(name);
  return <TextField {...field} {...bound} onBlur={leave} error={error} />;
}

/** A password of the form around it, which may be looked at. */
export function PasswordInput(props: Parameters<typeof TextInput>[0]) {
  return <TextInput type="password" reveal {...props} />;
}
