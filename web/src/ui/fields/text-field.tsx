import styled from '@emotion/styled';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { Control, FieldBox, FieldLabel, FieldNotes, noteIds, type FieldNotesProps } from './field.js';
import { IconButton } from '../icon-button.js';

const RevealPlace = styled.span`
  display: flex;
  color: var(--ink-2);
`;

/** Of a password that is looked at: a phone must not correct it, nor a browser send it to a spelling service. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export interface TextFieldProps extends ComponentProps<'input'>, FieldNotesProps {
  label: string;
  /** A password that its owner may look at. */
  reveal?: boolean;
}

/** One line of text with its label, hint and error. */
export function TextField({ label, hint, error, reveal = false, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const [shown, setShown] = useState(false);
  return (
    <FieldBox>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Control>
        <input
          {...(reveal ? AS_TYPED : undefined)}
          {...input}
          id={id}
          type={shown ? 'text' : input.type}
          aria-invalid={(error ?? '') !== '' || undefined}
          aria-describedby={noteIds(id, { hint, error })}
        />
        {reveal && (
          <RevealPlace>
            <IconButton
              label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
              icon={shown ? <EyeOff size={20} /> : <Eye size={20} />}
              onClick={() => setShown(!shown)}
            />
          </RevealPlace>
        )}
      </Control>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldBox>
  );
}
