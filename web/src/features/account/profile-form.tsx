import type { OwnUser } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { saveProfile, type ProfileChanges } from '../../api/auth.js';
import { paths } from '../../app/paths.js';
import { Form } from '../../form/form.js';
import { HandicapInput } from '../../form/inputs.js';
import { profileSchema, type ProfileValues } from '../../form/schemas.js';
import { TextInput } from '../../form/text-input.js';
import { TextField } from '../../ui/text-field.js';
import { UnsavedGuard } from './unsaved-guard.js';

const WithNote = styled.div`
  display: grid;
  gap: var(--space-2);
  & > p {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
`;

/** What a golfer can change of the account, and the email that only support can. */
export function ProfileForm({ user: current, onSaved }: { user: OwnUser; onSaved: () => void }) {
  // What the fields began with: an answer that comes later changes nothing under the golfer's hands.
  const [user] = useState(current);
  const saved = useRef(false);
  const save = async (values: ProfileValues): Promise<void> => {
    await saveProfile(changesOf(user, values));
    saved.current = true;
    onSaved();
  };
  return (
    <Form
      initialValues={{ fullName: user.fullName, handicap: user.handicap, golflinkNumber: user.golflinkNumber }}
      schema={profileSchema}
      onSubmit={save}
      submitLabel="Save and close"
    >
      <TextInput name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" required />
      <WithNote>
        <TextField label="Email" type="email" value={user.email} readOnly />
        <p>
          To change your email, <Link to={paths.support()}>contact support</Link>.
        </p>
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
    </Form>
  );
}

/** Only what was changed here: the rest may have been changed on another phone since it was loaded. */
function changesOf(user: OwnUser, values: ProfileValues): ProfileChanges {
  return {
    fullName: values.fullName === user.fullName ? undefined : values.fullName,
    golflinkNumber: values.golflinkNumber === user.golflinkNumber ? undefined : values.golflinkNumber,
    handicap: values.handicap === user.handicap ? undefined : values.handicap,
  };
}
