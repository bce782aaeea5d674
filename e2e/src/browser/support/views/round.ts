import { errorAnswer } from '@fairmark/contract';
import type { Page } from 'playwright-core';
import { button, heading, key, picks, taps } from '../hands.js';
import { sees, seesNo } from '../sees.js';
import { dialog, opens, says, view, withStates, type View } from './view.js';

const needsAttention = opens('Needs attention', 'Your scores');

/** The pages of a round in play. */
export const SCORE: readonly View[] = [
  withStates(
    view('score', 'player', '/score/5', (page) => sees(key(page, 4))),
    {
      'score-card': async (page) => {
        await opens('Scorecard', 'Scorecard')(page);
        await sees(heading(page, 'Round settings'));
      },
      'score-delete': async (page) => {
        await opens('Scorecard', 'Scorecard')(page);
        // Wait for the card, as it moves the button.
        await sees(heading(page, 'Round settings'));
        await opens('Delete Round', 'Delete Round')(page);
      },
      'score-many': async (page) => {
        await taps(page, '13+');
        await sees(page.getByLabel(/^Strokes, 13/));
      },
    },
    { phoneOnly: true },
  ),
  withStates(
    view('score-entered', 'player', '/score/1', (page) => sees(button(page, 'Edit your score'))),
    {
      'score-edit': async (page) => {
        await taps(page, 'Edit your score');
        await sees(button(page, 'Clear my entry'));
      },
    },
  ),
  view('score-differs', 'player', '/score/2', async (page) => {
    await page.getByRole('link', { name: /Fix$/ }).click();
    await says(/^You 8/)(page);
    await sees(button(page, 'Back to hole 2'));
  }),
  view('score-marked', 'player', '/score/6', entersFour),
  view('score-sending', 'player', '/score/9', async (page) => {
    await page.context().setOffline(true);
    await picks(page, 5);
    await taps(page, '1 waiting');
    await sees(dialog(page, 'Your scores'));
  }),
  view('score-no-signal', 'player', '/score/7', async (page) => {
    await page.context().setOffline(true);
    await picks(page, 5);
    await sees(button(page, '1 waiting'));
  }),
  withStates(view('score-refused', 'player', '/score/8', refused), { 'score-refused-list': needsAttention }),
  view('score-unsaved', 'player', '/score/8', async (page) => {
    await page.context().setOffline(true);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new Error('The phone is full');
      };
    });
    await key(page, 5).tap();
    await opens('Keep this page open', 'Your scores')(page);
  }),
  view('score-practice', 'practising', '/score/1'),
  view('score-signed', 'signer', '/score/5?id=:verified', says(/card has been signed/)),
  view(
    'score-corrected',
    'correctedGolfer',
    '/score/4?id=:corrected',
    says('The committee has corrected this hole since: 7 counts.'),
  ),
  view('score-incomplete', 'player', '/score/18', async (page) => {
    await entersFour(page);
    await taps(page, 'Next hole');
    await sees(dialog(page, 'The round is not complete yet'));
  }),
];

/** Enters the next score of the hole, unless earlier pictures have entered both. */
async function entersFour(page: Page): Promise<void> {
  await sees(key(page, 4));
  if (await key(page, 4).isEnabled()) await picks(page, 4);
}

/** Enters a score that the server refuses. */
async function refused(page: Page): Promise<void> {
  await page.route('**/api/match/score', (route) =>
    route.fulfill({ status: 409, json: errorAnswer('SCORE_CHANGED', { current: null }) }),
  );
  await key(page, 5).tap();
  await sees(button(page, 'Needs attention'));
}

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
