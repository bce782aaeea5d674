import styled from '@emotion/styled';
import { useEffect, useId, useState } from 'react';
import { Avatar } from '../avatar.js';
import { Button, buttonStyles } from '../button.js';
import { Row } from '../page-parts.js';
import { FieldBox, FieldNotes, focusRing, noteIds, type FieldNotesProps } from './field.js';

/** The types that the server accepts; phones convert their own formats. */
const KINDS = 'image/jpeg,image/png,image/webp';
const SIZE = 72;

/** The invisible control covers the label, which looks like a button. */
const Pick = styled.label`
  overflow: hidden;
  ${focusRing}
  & > input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: inherit;
  }
`;

interface FileAvatarProps extends FieldNotesProps {
  label: string;
  name: string;
  src: string | null;
  value: File | null;
  onChange: (value: File | null) => void;
}

/** Chooses a golfer's picture, with a preview. */
export function FileAvatar({ label, name, src, value, onChange, hint, error }: FileAvatarProps) {
  const id = useId();
  const preview = usePreview(value);
  const notes = { hint: value === null ? hint : [value.name, hint].filter(Boolean).join(': '), error };
  return (
    <FieldBox>
      <Row>
        <Avatar name={name} src={preview ?? src} size={SIZE} />
        <Pick css={buttonStyles} data-kind="secondary">
          {label}
          <input
            type="file"
            accept={KINDS}
            aria-describedby={noteIds(id, notes)}
            aria-invalid={error !== undefined || undefined}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) onChange(file);
              // Reset, so that the same file can be chosen again after an undo.
              target.value = '';
            }}
          />
        </Pick>
        {value !== null && (
          <Button kind="quiet" onClick={() => onChange(null)}>
            Undo
          </Button>
        )}
      </Row>
      <FieldNotes id={id} {...notes} />
    </FieldBox>
  );
}

function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
