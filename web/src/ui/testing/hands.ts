import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

type Words = string | RegExp;

const golfer = userEvent.setup({ delay: null });

/** Waits until each of these texts is shown. */
export async function sees(...texts: readonly Words[]): Promise<void> {
  for (const text of texts) await screen.findByText(text);
}

/** Checks that none of these texts is shown at this moment. */
export function seesNo(...texts: readonly Words[]): void {
  for (const text of texts) expect(screen.queryByText(text)).toBeNull();
}

/** Waits for the button with this name, and presses it. */
export const presses = async (name: Words) => golfer.click(await screen.findByRole('button', { name }));

/** The address behind the link with this name, once it is shown. */
export const linkTo = async (name: Words) => (await screen.findByRole('link', { name })).getAttribute('href');

/** What is within the dialog with this name, once it is open. */
export const sheet = async (name: Words) => within(await screen.findByRole('dialog', { name }));

/** What is within the confirmation with this name, once it is asked. */
export const question = async (name?: Words) => within(await screen.findByRole('alertdialog', { name }));
