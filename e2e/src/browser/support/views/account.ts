import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sees } from '../sees.js';
import { dialog, opens, view, withStates, type View } from './view.js';

const PICTURE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../web/public/icon-180.png');

/** The golfer's own settings, in a drawer on phones. */
export const ACCOUNT: readonly View[] = [
  withStates(view('account', 'newcomer', '/account'), {
    'account-password': opens('Change password', 'Change password'),
    'account-devices': async (page) => {
      await opens("Where you're signed in", "Where you're signed in")(page);
      await sees(page.getByText(/This device/));
    },
    'account-delete': async (page) => {
      await opens('Delete Account', 'Delete your account?')(page);
      await sees(dialog(page, 'Delete your account?').getByText(/can't be undone/));
    },
    'account-picture': async (page) => {
      await page.getByLabel('Add a photo').setInputFiles(PICTURE);
      await sees(page.getByRole('button', { name: 'Undo' }));
    },
    'account-mistakes': async (page) => {
      await page.getByLabel('Full name').fill('');
      await page.getByLabel('Golflink Number').fill('12');
      await page.getByLabel('Full name').focus();
      await sees(page.getByText(/digits/).last());
    },
    'account-unsaved': async (page) => {
      await page.getByLabel('Full name').fill('Nina South');
      // A button in the drawer, a link on the page.
      const close = { name: 'Close', exact: true };
      await page.getByRole('button', close).or(page.getByRole('link', close)).tap();
      await sees(dialog(page, 'Leave without saving?'));
    },
  }),
];
