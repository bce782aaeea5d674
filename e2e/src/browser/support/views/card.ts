import { button, heading, taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, type View } from './view.js';

/** The scorecard, from play to its two signatures. */
export const CARD: readonly View[] = [
  { name: 'scorecard-to-sign', who: ({ finisher }) => finisher, path: ({ finished }) => `/${finished}/scorecard` },
  {
    name: 'scorecard-in-play',
    who: ({ player }) => player,
    path: ({ round }) => `/${round}/scorecard`,
  },
  { name: 'scorecard-differs', who: ({ disputant }) => disputant, path: ({ disputed }) => `/${disputed}/scorecard` },
  {
    name: 'scorecard-refused',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await taps(page, 'Verify & sign');
      await sees(page.getByRole('alert').filter({ hasText: /don't match/ }));
    },
  },
  {
    name: 'scorecard-edit',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await button(page, /Hole 5:/).tap();
      await sees(page.getByRole('dialog'));
    },
  },
  {
    name: 'scorecard-history',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await taps(page, 'Entry history');
      await sees(dialog(page, /^History of/));
    },
  },
  { name: 'scorecard-verified', who: ({ signer }) => signer, path: ({ verified }) => `/${verified}/scorecard` },
  { name: 'scorecard-corrected', who: ({ putRight }) => putRight, path: ({ corrected }) => `/${corrected}/scorecard` },
  {
    name: 'scorecard-corrected-history',
    who: ({ putRight }) => putRight,
    path: ({ corrected }) => `/${corrected}/scorecard`,
    shows: async (page) => {
      await taps(page, 'Entry history');
      await sees(dialog(page, /^History of/));
    },
  },
  {
    name: 'scorecard-practice',
    who: ({ practising }) => practising,
    path: ({ practice }) => `/${practice}/scorecard`,
  },
  {
    name: 'scorecard-reopen',
    who: ({ onceSigned }) => onceSigned,
    path: ({ waitingForMarker }) => `/${waitingForMarker}/scorecard`,
    shows: async (page) => {
      await sees(heading(page, 'Verified and signed by you'));
      await opens('Reopen card', /^Reopen your card/)(page);
    },
  },
];
