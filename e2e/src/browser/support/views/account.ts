import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sees } from '../sees.js';
import { dialog, opens, view, type View } from './view.js';

const PICTURE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../web/public/icon-180.png');

/** The golfer's own settings, in a drawer on phones. */
export const ACCOUNT: readonly View[] = [
  view('account', 'newcomer', '/account'),
  view('account-picture', 'newcomer', '/account', async (page) => {
    await page.getByLabel('Add a photo').setInputFiles(PICTURE);
    await sees(page.getByRole('button', { name: 'Undo' }));
  }),
  view('account-mistakes', 'newcomer', '/account', async (page) => {
    await page.getByLabel('Full name').fill('');
    await page.getByLabel('Golflink Number').fill('12');
    await page.getByLabel('Full name').focus();
    await sees(page.getByText(/digits/).last());
  }),
  view('account-unsaved', 'newcomer', '/account', async (page) => {
    await page.getByLabel('Full name').fill('Nina South');
    // A button in the drawer, a link on the page.
    const close = { name: 'Close', exact: true };
    await page.getByRole('button', close).or(page.getByRole('link', close)).tap();
    await sees(dialog(page, 'Leave without saving?'));
  }),
  view('account-password', 'newcomer', '/account', opens('Change password', 'Change password')),
  view('account-devices', 'newcomer', '/account', async (page) => {
    await opens("Where you're signed in", "Where you're signed in")(page);
    await sees(page.getByText(/This device/));
  }),
  view('account-delete', 'newcomer', '/account', async (page) => {
    await opens('Delete Account', 'Delete your account?')(page);
    await sees(dialog(page, 'Delete your account?').getByText(/can't be undone/));
  }),
];
