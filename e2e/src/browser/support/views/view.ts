import type { Page } from 'playwright-core';
import type { Golfer } from '../../../support/golfer.js';
import { taps } from '../hands.js';
import { sees } from '../sees.js';
import type { Tour } from '../tour.js';

/** A state of a page: pictures are taken of it, and it is checked for accessibility. */
export interface View {
  /** Name of its picture. */
  name: string;
  /** Who is signed in; null: signed out. */
  who: (tour: Tour) => Golfer | null;
  path: (tour: Tour) => string;
  /** Brings the page into the state, once its heading stands. */
  shows?: (page: Page) => Promise<void>;
  /** Only on a phone: a desktop has it in sight without. */
  phoneOnly?: boolean;
  /** On a television alone. */
  wallOnly?: boolean;
}

type GolferOfTour = { [K in keyof Tour]: Tour[K] extends Golfer ? K : never }[keyof Tour];

/** A view of a golfer of the tour. `:lobby` in the path: what the tour has by this name. */
export function view(name: string, who: GolferOfTour | 'nobody', path: string, shows?: View['shows']): View {
  const valueOf = (tour: Tour, key: string): string => {
    const value = tour[key as keyof Tour];
    if (typeof value !== 'string') throw new Error(`The tour has no ${key}`);
    return value;
  };
  return {
    name,
    who: (tour) => (who === 'nobody' ? null : tour[who]),
    path: (tour) => path.replaceAll(/:([a-z]\w+)/gi, (_, key: string) => valueOf(tour, key)),
    ...(shows && { shows }),
  };
}

export const onWallsOnly = (view: View): View => ({ ...view, wallOnly: true });
export const onPhonesOnly = (view: View): View => ({ ...view, phoneOnly: true });

/** An id of nothing. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A dialog or a question by its name. */
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Opens a dialog by a button and waits until it stands. */
export const opens = (name: string | RegExp, title: string | RegExp) => async (page: Page) => {
  await taps(page, name);
  await sees(dialog(page, title));
};

/** Waits until these words stand. */
export const says = (text: string | RegExp) => (page: Page) => sees(page.getByText(text));
