import styled from '@emotion/styled';
import type { OwnUser } from '@fairmark/contract';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { saveProfile, type ProfileChanges } from '../../api/auth.js';
import { accountSchema, type AccountValues } from '../../form/schemas.js';
import { useBound } from '../../form/bound.js';
import { Form } from '../../form/form.js';
import { HandicapInput } from '../../form/inputs.js';
import { TextInput } from '../../form/text-input.js';
import { UnsavedGuard } from '../../form/unsaved-guard.js';
import { paths } from '../../shared/routing/paths.js';
import { FieldBox } from '../../ui/fields/field.js';
import { FileAvatar } from '../../ui/fields/file-avatar.js';
import { Note } from '../../ui/page-parts.js';
import { TextField } from '../../ui/fields/text-field.js';

/** Uploading two megabytes from a golf course takes longer than other calls; the server allows half a minute. */
const SAVE_MS = 32_000;

const WithNote = styled(FieldBox)`
  /* Looks read-only: it can be read and copied. */
  & :has(> input) {
    background: var(--sunk);
  }
`;

export interface ProfileFormProps {
  user: OwnUser;
  onSaved: () => void;
  after?: ReactNode;
}

/** The editable fields of the account, and the email, which only support can change. */
export function ProfileForm({ user: current, onSaved, after }: ProfileFormProps) {
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
      after={after}
    >
      <Photo {...user} />
      <TextInput name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" required />
      <WithNote>
        <TextField label="Email" type="email" value={user.email} readOnly />
        <Note>
          To change your email, <Link to={paths.support()}>contact support</Link>.
        </Note>
      </WithNote>
      <HandicapInput name="handicap" label="Handicap" />
      <TextInput
        name="golflinkNumber"
        label="Golflink Number"
        hint="Required: 7, 8 or 10 digits"
        autoComplete="off"
        inputMode="numeric"
        enterKeyHint="done"
        required
      />
      <UnsavedGuard saved={saved} />
      <LaterValues later={current} shown={user} onShown={setUser} />
    </Form>
  );
}

interface LaterValuesProps {
  later: OwnUser;
  shown: OwnUser;
  onShown: (user: OwnUser) => void;
}

/** Fills what is known by now into the form, but never over unsaved changes. */
function LaterValues({ later, shown, onShown }: LaterValuesProps) {
  const { dirty, resetForm } = useFormikContext<AccountValues>();
  useEffect(() => {
    if (later === shown || dirty) return;
    onShown(later);
    resetForm({ values: initialValuesOf(later) });
  }, [later, shown, onShown, dirty, resetForm]);
  return null;
}

function Photo({ fullName, avatar }: OwnUser) {
  const { value, set, error } = useBound<File | null>('avatar');
  return (
    <FileAvatar
      {...{ value, error }}
      name={fullName}
      src={avatar}
      label={avatar === null ? 'Add a photo' : 'Change photo'}
      hint="JPEG, PNG or WebP, must be less than 2mb"
      onChange={set}
    />
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
