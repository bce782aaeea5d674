import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Control, Field, type FieldNotesProps } from './field.js';
import { IconButton } from '../icon-button.js';

/** Of a password that is looked at: a phone must not correct it, nor a browser send it to a spelling service. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export interface TextFieldProps extends ComponentProps<'input'>, FieldNotesProps {
  label: string;
  /** A password that its owner may look at. */
  reveal?: boolean;
  rows?: number;
}

/** Text with its label, hint and error: one line, or as many as `rows` says. */
export function TextField({ label, hint, error, reveal = false, id, ...input }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  // The attributes that are used here are those of both.
  const Input = input.rows === undefined ? 'input' : ('textarea' as 'input');
  return (
    <Field {...{ id, label, hint, error }}>
      {(bound) => (
        <Control>
          <Input {...(reveal ? AS_TYPED : undefined)} {...input} {...bound} type={shown ? 'text' : input.type} />
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
