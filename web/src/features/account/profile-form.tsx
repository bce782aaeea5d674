import styled from '@emotion/styled';
import type { OwnUser } from '@fairmark/contract';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { saveProfile, type ProfileChanges } from '../../api/auth.js';
import { accountSchema, type AccountValues } from '../../form/schemas.js';
import { useBound, useWholeForm, TextInput } from '../../form/bound.js';
import { Form, UnsavedGuard } from '../../form/form.js';
import { FULL_NAME, GOLF_NUMBER, HandicapInput } from '../../form/inputs.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { joinWords } from '../../text/words.js';
import { Avatar } from '../../ui/pictures.js';
import { useWide } from '../../ui/breakpoints.js';
import { Button, buttonStyles } from '../../ui/button.js';
import { FieldBox, FieldNotes, focusRing, noted } from '../../ui/fields/field.js';
import { Row } from '../../ui/page-parts.js';
import { TextField } from '../../ui/fields/text-field.js';

/** Uploading two megabytes from a golf course takes longer than other calls; the server allows half a minute. */
const SAVE_MS = 32_000;

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

const WithNote = styled(FieldBox)`
  /* Looks read-only: it can be read and copied. */
  & :has(> input) {
    background: var(--sunk);
  }
`;

/** The editable fields of the account, and the email, which only support can change. */
export function ProfileForm({ user: current, onSaved }: { user: OwnUser; onSaved: () => void }) {
  const wide = useWide();
  // The initial values. At first they may be this phone's copy.
  const [user, setUser] = useState(current);
  const saved = useRef(false);
  const save = async (values: AccountValues): Promise<void> => {
    await saveProfile(changesOf(user, values), SAVE_MS);
    saved.current = true;
    onSaved();
  };
  return (
    <Form
      initialValues={initialValuesOf(user)}
      schema={accountSchema}
      onSubmit={save}
      submitLabel="Save and close"
      // The drawer has a button of its own for it.
      after={
        wide && (
          <ButtonLink kind="quiet" wide to={paths.clubhouse()} replace>
            Close
          </ButtonLink>
        )
      }
    >
      <Photo {...user} />
      <TextInput {...FULL_NAME} enterKeyHint="next" required />
      <WithNote>
        <TextField label="Email" type="email" value={user.email} readOnly />
        <small>
          To change your email, <Link to={paths.support()}>contact support</Link>.
        </small>
      </WithNote>
      <HandicapInput name="handicap" label="Handicap" />
      <TextInput
        {...GOLF_NUMBER}
        label="Golflink Number"
        hint="Required: 7, 8 or 10 digits"
        enterKeyHint="done"
        required
      />
      <UnsavedGuard saved={saved} />
      <LaterValues later={current} shown={user} onShown={setUser} />
    </Form>
  );
}

/** Fills what is known by now into the form, but never over unsaved changes. */
function LaterValues({ later, shown, onShown }: { later: OwnUser; shown: OwnUser; onShown: (user: OwnUser) => void }) {
  const { dirty, resetForm } = useWholeForm<AccountValues>();
  useEffect(() => {
    if (later === shown || dirty) return;
    onShown(later);
    resetForm({ values: initialValuesOf(later) });
  }, [later, shown, onShown, dirty, resetForm]);
  return null;
}

function Photo({ fullName, avatar }: OwnUser) {
  const { value, set, error } = useBound<File | null>('avatar');
  const id = useId();
  const preview = useMemo(() => value && URL.createObjectURL(value), [value]);
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);
  const hint = joinWords([value?.name ?? '', 'JPEG, PNG or WebP, must be less than 2mb'], ': ');
  return (
    <FieldBox>
      <Row>
        <Avatar name={fullName} src={preview ?? avatar} size={SIZE} />
        <Pick css={buttonStyles} data-kind="secondary">
          {avatar === null ? 'Add a photo' : 'Change photo'}
          <input
            type="file"
            accept={KINDS}
            {...noted(id, { hint, error })}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) set(file);
              // Reset, so that the same file can be chosen again after an undo.
              target.value = '';
            }}
          />
        </Pick>
        {value !== null && (
          <Button kind="quiet" onClick={() => set(null)}>
            Undo
          </Button>
        )}
      </Row>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldBox>
  );
}

function initialValuesOf({ fullName, handicap, golflinkNumber }: OwnUser): AccountValues {
  return { avatar: null, fullName, handicap, golflinkNumber };
}

/** The changed fields only: the others may have changed on another phone. Form data with a photo, otherwise JSON. */
function changesOf(user: OwnUser, { avatar, ...values }: AccountValues): ProfileChanges | FormData {
  const changes = Object.entries(values).filter(([name, value]) => value !== user[name as keyof typeof values]);
  if (avatar === null) return Object.fromEntries(changes);
  const form = new FormData();
  for (const [name, value] of changes) form.append(name, String(value));
  form.append('avatar', avatar);
  return form;
}
