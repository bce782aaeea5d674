import { button, heading, key, picks, taps } from '../hands.js';
import { sees } from '../sees.js';
import { at, dialog, opens, type View } from './view.js';

/** The pages of a round in play. */
export const SCORE: readonly View[] = [
  { name: 'score', who: ({ player }) => player, path: at('/score/5'), shows: (page) => sees(key(page, 4)) },
  {
    name: 'score-result',
    who: ({ player }) => player,
    path: at('/score/1'),
    shows: (page) => sees(button(page, 'Edit')),
  },
  {
    name: 'score-differs',
    who: ({ player }) => player,
    path: at('/score/3'),
    shows: (page) => sees(page.getByText(/^You have 8/)),
  },
  {
    name: 'score-edit',
    who: ({ player }) => player,
    path: at('/score/1'),
    shows: async (page) => {
      await taps(page, 'Edit');
      await sees(button(page, 'Clear my entry'));
    },
  },
  {
    name: 'score-marked',
    who: ({ player }) => player,
    path: at('/score/6'),
    shows: async (page) => {
      await page.getByRole('tab').nth(1).tap();
    },
  },
  {
    name: 'score-card',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await opens(/^Card/, 'Your card')(page);
      await sees(heading(page, 'Round settings'));
    },
    phoneOnly: true,
  },
  {
    name: 'score-delete',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await opens(/^Card/, 'Your card')(page);
      // Before the card has come, the button stands where the card will.
      await sees(heading(page, 'Round settings'));
      await opens('Delete Round', 'Delete Round')(page);
    },
    phoneOnly: true,
  },
  {
    name: 'score-sending',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await taps(page, 'Synced');
      await sees(page.getByText('All scores sent.'));
    },
  },
  {
    name: 'score-no-signal',
    who: ({ player }) => player,
    path: at('/score/7'),
    shows: async (page) => {
      await page.context().setOffline(true);
      await picks(page, 5);
      await sees(button(page, '1 waiting'));
    },
  },
  { name: 'score-practice', who: ({ practising }) => practising, path: at('/score/1') },
  {
    name: 'score-signed',
    who: ({ signer }) => signer,
    path: ({ verified }) => `/score/5?id=${verified}`,
    shows: (page) => sees(page.getByText(/card has been signed/)),
  },
  {
    name: 'score-corrected',
    who: ({ putRight }) => putRight,
    path: ({ corrected }) => `/score/4?id=${corrected}`,
    shows: (page) => sees(page.getByText('The committee has corrected this hole since: 7 counts.')),
  },
  {
    name: 'score-incomplete',
    who: ({ player }) => player,
    path: at('/score/18'),
    shows: async (page) => {
      await picks(page, 4);
      await taps(page, 'Next hole');
      await sees(dialog(page, 'The round is not complete yet'));
    },
  },
];
