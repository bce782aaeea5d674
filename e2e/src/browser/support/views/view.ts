import type { Page } from 'playwright-core';
import type { Golfer } from '../../../support/golfer.js';
import { taps } from '../hands.js';
import { sees } from '../sees.js';
import type { Tour } from '../tour.js';

/** A state of a page that is photographed and checked for accessibility. */
export interface View {
  /** Name of its screenshot. */
  name: string;
  /** The signed-in golfer; null: signed out. */
  who: (tour: Tour) => Golfer | null;
  path: (tour: Tour) => string;
  /** Brings the page into the state after its heading has appeared. */
  shows?: (page: Page) => Promise<void>;
  /** Only on a phone: a desktop always shows this part. */
  phoneOnly?: boolean;
  /** Only on a television. */
  wallOnly?: boolean;
  /** Further states of the same page: each can follow any of those before it, once their dialogs are closed. */
  states?: readonly View[];
}

type GolferOfTour = { [K in keyof Tour]: Tour[K] extends Golfer ? K : never }[keyof Tour];

/** A view for a golfer of the tour. `:lobby` in the path is replaced by the tour's value with this name. */
export function view(name: string, who: GolferOfTour | 'visitor', path: string, shows?: View['shows']): View {
  const valueOf = (tour: Tour, key: string): string => {
    const value = tour[key as keyof Tour];
    if (typeof value !== 'string') throw new Error(`The tour has no ${key}`);
    return value;
  };
  return {
    name,
    who: (tour) => (who === 'visitor' ? null : tour[who]),
    path: (tour) => path.replaceAll(/:([a-z]\w+)/gi, (_, key: string) => valueOf(tour, key)),
    ...(shows && { shows }),
  };
}

/** A view with further states, by name. `about` holds for them alone. */
export function withStates(view: View, shows: Record<string, View['shows']>, about: Partial<View> = {}): View {
  return { ...view, states: Object.entries(shows).map(([name, each]) => ({ ...view, ...about, name, shows: each })) };
}

/** A view and its states, each to begin on a page of its own. */
export const flat = ({ states = [], ...view }: View): View[] => [
  view,
  ...states.map((state) => ({
    ...state,
    shows: async (page: Page) => {
      await view.shows?.(page);
      await state.shows?.(page);
    },
  })),
];

export const onWallsOnly = (view: View): View => ({ ...view, wallOnly: true });

/** An id that does not exist. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A dialog or an alert dialog by name. */
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Opens a dialog with a button and waits for it. */
export const opens = (name: string | RegExp, title: string | RegExp) => async (page: Page) => {
  await taps(page, name);
  await sees(dialog(page, title));
};

/** Waits until this text is visible. */
export const says = (text: string | RegExp) => (page: Page) => sees(page.getByText(text));
