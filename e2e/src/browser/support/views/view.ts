import type { Page } from 'playwright-core';
import type { Golfer } from '../../../support/golfer.js';
import { taps } from '../hands.js';
import { sees } from '../sees.js';
import type { Tour } from '../tour.js';

/** A state of a page that somebody may look at: pictures are taken of it, and it is checked for everybody's use. */
export interface View {
  /** Name of its picture. */
  name: string;
  /** Who is signed in; null: nobody. */
  who: (tour: Tour) => Golfer | null;
  path: (tour: Tour) => string;
  /** Brings the page into the state, once its heading stands. */
  shows?: (page: Page) => Promise<void>;
  /** Only on a phone: a desktop has it in sight without. */
  phoneOnly?: boolean;
}

/** Nobody is signed in. */
export const nobody = () => null;

/** The same address on every tour. */
export const at = (path: string) => () => path;

/** A dialog or a question by its name. */
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Opens a dialog by a button and waits until it stands. */
export const opens = (name: string | RegExp, title: string | RegExp) => async (page: Page) => {
  await taps(page, name);
  await sees(dialog(page, title));
};
