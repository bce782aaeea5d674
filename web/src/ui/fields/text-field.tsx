import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Control, Field, type FieldNotesProps } from './field.js';
import { IconButton } from '../button.js';

/** For a revealed password: phones must not correct it, nor browsers send it to a spelling service. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export interface TextFieldProps extends ComponentProps<'input'>, FieldNotesProps {
  label: string;
  reveal?: boolean;
  rows?: number;
}

/** A text field with label, hint and error; multi-line if `rows` is set. A read-only one is selected for copying. */
export function TextField({ label, hint, error, reveal = false, ...input }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  // Only attributes that both elements have are used.
  const Input = input.rows === undefined ? 'input' : ('textarea' as 'input');
  return (
    <Field {...{ label, hint, error }}>
      {(bound) => (
        <Control>
          <Input
            {...(reveal ? AS_TYPED : undefined)}
            {...input}
            {...bound}
            type={shown ? 'text' : input.type}
            onFocus={input.readOnly ? ({ currentTarget }) => currentTarget.select() : input.onFocus}
          />
          {reveal && (
            <IconButton
              label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
              icon={<Icon size={20} />}
              onClick={() => setShown(!shown)}
            />
          )}
        </Control>
      )}
    </Field>
  );
}
