/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS, MESSAGES } from '@fairmark/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../api/call/errors.js';
import { Form } from './form.js';
import { ChoiceInput, HandicapInput } from './inputs.js';
import { TextInput } from './text-input.js';
import { SIGN_UP_START, signUpSchema, type SignUpValues } from './schemas.js';

const golfer = userEvent.setup({ delay: null });

type Send = (values: SignUpValues) => Promise<void>;

function signUp(onSubmit: Send) {
  return (
    <Form initialValues={SIGN_UP_START} schema={signUpSchema} onSubmit={onSubmit} submitLabel="Create account">
      <TextInput name="fullName" label="Full name" />
      <TextInput name="email" label="Email" type="email" />
      <TextInput name="golflinkNumber" label="Golflink number" inputMode="numeric" />
      <HandicapInput name="handicap" label="Handicap" />
      <TextInput name="password" label="Password" type="password" reveal />
      <TextInput name="confirmPassword" label="Confirm password" type="password" />
      <ChoiceInput
        name="gender"
        legend="Gender"
        options={[
          { value: 'FEMALE', label: 'Female' },
          { value: 'MALE', label: 'Male' },
        ]}
      />
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' });

/** Fills a field in one step, as a password manager does. */
async function fill(label: string, text: string): Promise<void> {
  await golfer.click(field(label));
  await golfer.paste(text);
}

async function fillIn(): Promise<void> {
  await fill('Full name', 'Karrie Webb ');
  await fill('Email', 'karrie@example.com');
  await fill('Golflink number', '2040512345');
  await fill('Password', 'correct horse');
  await fill('Confirm password', 'correct horse');
  await golfer.click(screen.getByRole('radio', { name: 'Female' }));
}

async function fillInAndSend(): Promise<void> {
  await fillIn();
  await waitFor(() => expect(button().disabled).toBe(false));
  await golfer.click(button());
}

describe('a form', () => {
  it('can be sent once it is dirty and valid, with what was typed, trimmed', async () => {
    const sent: SignUpValues[] = [];
    render(
      signUp(async (values) => {
        sent.push(values);
      }),
    );
    expect(button().disabled).toBe(true);
    await golfer.type(field('Full name'), 'K');
    await waitFor(() => expect(button().disabled).toBe(true));
    await golfer.clear(field('Full name'));
    await fillIn();
    await golfer.selectOptions(screen.getByLabelText('Whole number'), '+2');
    await golfer.selectOptions(screen.getByLabelText('Decimal'), '.4');
    await waitFor(() => expect(button().disabled).toBe(false));
    await golfer.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ fullName: 'Karrie Webb', handicap: -2.4, gender: 'FEMALE' });
    await waitFor(() => expect(button().disabled).toBe(true));
  });

  it('says what is missing under a field that was left, otherwise under the button', async () => {
    render(signUp(async () => {}));
    await golfer.type(field('Full name'), 'K');
    expect(await screen.findByText(MESSAGES.emailRequired)).toBeTruthy();
    expect(field('Email').getAttribute('aria-invalid')).toBeNull();
    await golfer.type(field('Email'), 'karrie');
    await golfer.tab();
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('textbox', { name: 'Email', description: MESSAGES.emailInvalid })).toBe(field('Email'));
  });

  it("shows the server's error for a field under that field and moves the focus there", async () => {
    render(
      signUp(async () => {
        const details = { password: MESSAGES.passwordCommon };
        throw new ApiError('INVALID_INPUT', MESSAGES.passwordCommon, 400, details);
      }),
    );
    await fillInAndSend();
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
    expect(screen.getByText(MESSAGES.passwordCommon)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await golfer.type(field('Password'), 's');
    await golfer.type(field('Confirm password'), 's');
    await waitFor(() => expect(button().disabled).toBe(false));
  });

  it('shows the server’s error for a field that the form does not have', async () => {
    render(
      signUp(async () => {
        throw new ApiError('INVALID_INPUT', ERRORS.INVALID_INPUT.message, 400, { device: 'This is not expected here' });
      }),
    );
    await fillInAndSend();
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.INVALID_INPUT.message);
  });
});
