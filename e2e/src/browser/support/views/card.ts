import { button, heading, taps } from '../hands.js';
import { sees, seesNo } from '../sees.js';
import { opens, says, view, withStates, type View } from './view.js';

const history = opens('Entry history', /^History of/);

/** The scorecard, from play to its two signatures. */
export const CARD: readonly View[] = [
  view('scorecard-to-sign', 'finisher', '/:finished/scorecard'),
  view('scorecard-in-play', 'player', '/:round/scorecard'),
  withStates(view('scorecard-differs', 'disputant', '/:disputed/scorecard'), {
    'scorecard-edit': async (page) => {
      await button(page, /Hole 5:/).tap();
      await sees(page.getByRole('dialog'));
    },
    'scorecard-history': history,
    'scorecard-refused': async (page) => {
      await taps(page, 'Verify & sign');
      await sees(page.getByRole('alert').filter({ hasText: /don't match/ }));
    },
  }),
  withStates(view('scorecard-waiting', 'onceSigned', '/:waitingForMarker/scorecard'), {
    'scorecard-reopen': async (page) => {
      await sees(heading(page, 'Verified and signed by you'));
      await opens('Reopen card', /^Reopen your card/)(page);
    },
  }),
  withStates(
    view('scorecard-verified', 'signer', '/:verified/scorecard', async (page) => {
      await sees(heading(page, 'Verified and signed'));
      // The next state is the place of the day, or nothing after midnight.
      await seesNo(page.getByText('Looking up your place today'));
    }),
    {
      'scorecard-share': async (page) => {
        await opens('Share', 'Share your card')(page);
        await sees(page.getByRole('img', { name: /^Scorecard of/ }), button(page, 'Save picture'));
      },
    },
  ),
  withStates(view('scorecard-corrected', 'correctedGolfer', '/:corrected/scorecard'), {
    'scorecard-corrected-history': history,
  }),
  view('scorecard-unmarked', 'unmarkedGolfer', '/:unmarked/scorecard', says(/^Cannot be verified/)),
  view('scorecard-reopen-last', 'lastGolfer', '/:lastSigned/scorecard', opens('Reopen card', /^Reopen your card/)),
  view('scorecard-practice', 'practising', '/:practice/scorecard'),
];
