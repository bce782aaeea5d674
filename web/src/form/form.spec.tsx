/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import userEvent from '@testing-library/user-event';
import { ERRORS, MESSAGES } from '@fairmark/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../api/call/errors.js';
import { Form } from './form.js';
import { PasswordInput, TextInput, afterPress } from './bound.js';
import { signInSchema } from './schemas.js';
import type { InferType } from 'yup';

type SignInValues = InferType<typeof signInSchema>;

const golfer = userEvent.setup({ delay: null });

function show(onSubmit: (values: SignInValues) => Promise<unknown>) {
  render(
    <Form initialValues={{ email: '', password: '' }} schema={signInSchema} onSubmit={onSubmit} submitLabel="Send">
      <TextInput name="email" label="Email" type="email" enterKeyHint="next" />
      <PasswordInput name="password" label="Password" />
    </Form>,
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

async function fillInAndSend(): Promise<void> {
  await golfer.type(field('Password'), 'correct horse');
  await golfer.type(field('Email'), 'karrie@example.com ');
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
  await golfer.keyboard('{Enter}');
}

describe('a form', () => {
  it('can be sent once it is dirty and valid, with what was typed, trimmed', async () => {
    const sent: SignInValues[] = [];
    show(async (values) => sent.push(values));
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await golfer.type(field('Password'), 'c');
    expect(await screen.findByText(MESSAGES.emailRequired)).toBeTruthy();
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await golfer.clear(field('Password'));
    await fillInAndSend();
    await waitFor(() => expect(sent).toEqual([{ email: 'karrie@example.com', password: 'correct horse' }]));
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
  });

  it('says what is missing under a field that was left, otherwise under the button', async () => {
    show(async () => {});
    await golfer.click(field('Email'));
    expect(screen.queryByText(MESSAGES.emailRequired)).toBeNull();
    await golfer.tab();
    await screen.findByRole('textbox', { name: 'Email', description: MESSAGES.emailRequired });
    expect(screen.queryByText(MESSAGES.passwordRequired)).toBeNull();
    await golfer.type(field('Email'), 'karrie');
    expect(await screen.findByText(MESSAGES.passwordRequired)).toBeTruthy();
    await golfer.tab();
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('textbox', { name: 'Email', description: MESSAGES.emailInvalid })).toBe(field('Email'));
  });

  it('whose button is pressed too early says what is missing, and goes to the first such field', async () => {
    const sent: SignInValues[] = [];
    show(async (values) => sent.push(values));
    await golfer.type(field('Email'), 'karrie@example.com');
    await golfer.tab();
    await golfer.tab();
    await golfer.tab();
    expect(document.activeElement).toBe(button());
    await golfer.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('moves to the next field on Enter until all are filled in, without marking the new one', async () => {
    show(async () => {});
    await golfer.type(field('Email'), 'karrie@example.com{Enter}');
    expect(document.activeElement).toBe(field('Password'));
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
    expect(field('Password').getAttribute('aria-invalid')).toBeNull();
  });

  it("shows the server's error for a field under that field and moves the focus there", async () => {
    show(async () => {
      const details = { password: MESSAGES.passwordCommon };
      throw new ApiError('INVALID_INPUT', MESSAGES.passwordCommon, 400, details);
    });
    await fillInAndSend();
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
    expect(screen.getByText(MESSAGES.passwordCommon)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await golfer.type(field('Password'), 's');
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
  });

  it('shows the server’s error for a field that the form does not have', async () => {
    show(async () => {
      throw new ApiError('INVALID_INPUT', ERRORS.INVALID_INPUT.message, 400, { device: 'This is not expected here' });
    });
    await fillInAndSend();
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.INVALID_INPUT.message);
  });
});

/** Dispatches events and lets timers that are due run. */
const happens = async (...events: string[]) => {
  for (const event of events) window.dispatchEvent(new Event(event));
  await new Promise((resolve) => setTimeout(resolve));
};
let ran = 0;
beforeEach(() => (ran = 0));

it('waits until the press has ended, and not for the next one', async () => {
  await happens('pointerdown');
  afterPress(() => (ran += 1));
  await happens();
  expect(ran).toBe(0);
  await happens('pointerup');
  expect(ran).toBe(1);
  await happens('pointerdown', 'pointerup');
  expect(ran).toBe(1);
});

it.each(['pointercancel', 'keydown'])('runs at once after a press that ended with %s', async (end) => {
  await happens('pointerdown', end);
  afterPress(() => (ran += 1));
  await happens();
  expect(ran).toBe(1);
});
