import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** What golfers do and see. Elements are found as a golfer finds them: by role and name. */

/** Types and presses without pauses. */
export const golfer = userEvent.setup({ delay: null });

type Name = string | RegExp;

/** A button, once it is there. */
export const button = (name: Name) => screen.findByRole<HTMLButtonElement>('button', { name });

/** Presses these buttons one after the other, each once it is there. */
export async function presses(...names: readonly Name[]): Promise<void> {
  for (const name of names) await golfer.click(await button(name));
}

/** Waits until the page has a link of this name, which leads to this address. */
export async function leads(name: Name, to: string): Promise<void> {
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
}

/** Waits until the page shows these texts. */
export async function sees(...texts: readonly Name[]): Promise<void> {
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
}

/** Checks that the page shows none of these texts now. */
export function seesNo(...texts: readonly Name[]): void {
  for (const text of texts) expect(screen.queryByText(text)).toBeNull();
}

/** What a dialog of this title shows, once it is open. */
export const dialog = async (name: Name) => within(await screen.findByRole('dialog', { name }));

/** What a question, of this title if one is given, shows once it is asked. */
export const question = async (name?: Name) => within(await screen.findByRole('alertdialog', { name }));

/** Waits until no dialog and no question is open. */
export const seesNoDialog = () => waitFor(() => expect(document.querySelector('[role$="dialog"]')).toBeNull());
