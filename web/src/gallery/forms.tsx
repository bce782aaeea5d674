import { ERRORS, type Format } from '@fairmark/contract';
import { useState, type ReactNode, type RefObject } from 'react';
import { ApiError } from '../api/errors.js';
import { Form } from '../form/form.js';
import { ChoiceInput, HandicapInput } from '../form/inputs.js';
import { TextInput } from '../form/text-input.js';
import { SIGN_UP_START, signUpSchema } from '../form/schemas.js';
import { Avatar } from '../ui/avatar.js';
import { Card } from '../ui/card.js';
import { ChoiceGroup } from '../ui/choice-group.js';
import { FileAvatar } from '../ui/file-avatar.js';
import { HandicapSelect } from '../ui/handicap-select.js';
import { SearchSelect } from '../ui/search-select.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { Group, Shelf, Stack } from './frame.js';

/** Fields alone and in a form that the server refuses. */
export function FormsGallery(): ReactNode {
  return (
    <Group title="Fields and forms">
      <Fields />
      <Pictures />
      <Card as="section">
        <Form
          initialValues={SIGN_UP_START}
          schema={signUpSchema}
          submitLabel="Create account"
          onSubmit={async () => {
            throw new ApiError('EMAIL_TAKEN', ERRORS.EMAIL_TAKEN.message, 409);
          }}
        >
          <TextInput name="fullName" label="Full name" autoComplete="name" />
          <TextInput name="email" label="Email" type="email" autoComplete="username" />
          <TextInput name="golflinkNumber" label="Golflink number" inputMode="numeric" />
          <HandicapInput name="handicap" label="Handicap" />
          <TextInput name="password" label="Password" type="password" autoComplete="new-password" reveal />
          <TextInput name="confirmPassword" label="Confirm password" type="password" autoComplete="new-password" />
          <ChoiceInput
            name="gender"
            legend="Sets your tee"
            columns={2}
            options={[
              { value: 'FEMALE', label: 'Female' },
              { value: 'MALE', label: 'Male' },
            ]}
          />
        </Form>
      </Card>
    </Group>
  );
}

const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#9cb59a" d="M0 0h8v8H0z"/><path fill="#34503f" d="M4 1.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 0 1 0-3zM1 8a3 3 0 0 1 6 0z"/></svg>`;
const CHOSEN = new File([PORTRAIT], 'me-on-the-tenth-tee.jpg', { type: 'image/svg+xml' });

/** A golfer's picture: none, the one that is kept, one that was chosen, and one that the server refused. */
function Pictures(): ReactNode {
  const [file, setFile] = useState<File | null>(CHOSEN);
  const kept = `data:image/svg+xml,${encodeURIComponent(PORTRAIT)}`;
  const none = { name: 'Karrie Webb', onChange: () => undefined, value: null, src: null };
  return (
    <Stack>
      <FileAvatar {...none} label="Choose a picture" hint="JPEG, PNG or WebP, 5 MB at most" />
      <FileAvatar {...none} label="Change picture" src={kept} />
      <FileAvatar {...none} label="Change picture" src={kept} value={file} onChange={setFile} hint="Not saved yet" />
      <FileAvatar {...none} label="Choose a picture" value={CHOSEN} error="File Size is too large" />
    </Stack>
  );
}

function Fields(): ReactNode {
  const [handicap, setHandicap] = useState(-2.4);
  const [format, setFormat] = useState<Format | null>('STABLEFORD');
  return (
    <Stack>
      <TextField label="Full name" placeholder="As on your membership" />
      <TextField label="Golflink number" hint="7, 8 or 10 digits" defaultValue="2040512345" />
      <TextField label="Email" defaultValue="karrie@" error="Invalid email address" />
      <TextField label="Password" type="password" reveal defaultValue="correct horse" />
      <TextField label="Club" disabled defaultValue="Royal Sandhurst" />
      <SelectField
        label="Weeks"
        hint="How long the competition runs"
        defaultValue="6"
        options={['4', '5', '6', '8', '12'].map((value) => ({ value, label: value }))}
      />
      <HandicapSelect label="Handicap" value={handicap} onChange={setHandicap} hint="From your GA account" />
      <ChoiceGroup
        legend="Format"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'STABLEFORD', label: 'Stableford', hint: 'Points for every hole' },
          { value: 'STROKE', label: 'Stroke', hint: 'Every hole is played out' },
          { value: 'PAR', label: 'Par', hint: 'This course has no ratings for it', disabled: true },
        ]}
      />
      <GolferSearch />
    </Stack>
  );
}

interface Golfer {
  id: string;
  name: string;
}

const GOLFERS: Golfer[] = ['Alex Kerr', 'Jo Tran', 'Priya Nair', 'Sam Reid', 'Tom Walsh'].map((name) => ({
  id: name,
  name,
}));

/** A search among five golfers; "wait" is still looking. */
export function GolferSearch({ inputRef }: { inputRef?: RefObject<HTMLInputElement | null> }): ReactNode {
  const [query, setQuery] = useState('');
  const [value, setValue] = useState<Golfer | null>(null);
  const loading = query === 'wait';
  const found = GOLFERS.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <SearchSelect
      label="Player"
      placeholder="Name"
      items={loading ? [] : found}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      renderItem={({ name }) => (
        <Shelf style={{ alignItems: 'center' }}>
          <Avatar name={name} />
          {name}
        </Shelf>
      )}
      query={query}
      onQueryChange={setQuery}
      value={value}
      onSelect={setValue}
      loading={loading}
      empty="Sorry, we couldn't find anyone by that name."
      inputRef={inputRef}
    />
  );
}
