/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { screen, waitFor, within } from '@testing-library/react';
import { AS, open } from './testing/open.js';

const BAR = {
  id: '5f7c7a52-0000-4000-8000-000000000001',
  label: 'Spike bar',
  madeAt: '2026-11-21T01:00:00Z',
  madeBy: { id: 'cass', fullName: 'Cass Moore' },
  lastUsedAt: null,
};
const TOKEN = 'b'.repeat(43);
const LIST = 'GET /api/ops/board-links';

const boards = (links: object[] = []) => open('/ops?view=boards', { ...AS.committee, [LIST]: { links } });

it('lists the links of the course, with who made them and when they were used', async () => {
  boards([BAR, { ...BAR, id: 'two', label: 'Pro shop', madeBy: null, lastUsedAt: '2026-11-21T02:00:00Z' }]);
  const list = await screen.findByRole('list', { name: 'Links of this course' });
  const [bar, shop] = within(list).getAllByRole('listitem');
  expect(bar?.textContent).toMatch(/^Spike bar +Never opened.*by Cass Moore/);
  expect(shop?.textContent).toMatch(/^Pro shop +Last used 21 Nov/);
  expect(shop?.textContent).not.toContain('by');
});

it('makes a link for a place that has a name, and shows its address this once, until it is revoked', async () => {
  const { hand, sent, say } = boards();
  await screen.findByText('No screen shows this course without a sign-in.');
  const make = screen.getByRole('button', { name: /^Make a link/ });
  await hand.click(make);
  expect(sent('POST /api/ops/board-links')).toEqual([]);
  say({ 'POST /api/ops/board-links': { link: BAR, token: TOKEN }, [LIST]: { links: [BAR] } });
  await hand.type(screen.getByLabelText('Where the screen hangs'), 'Spike bar');
  await hand.click(make);
  const made = await screen.findByRole('region', { name: 'Link of Spike bar' });
  expect(within(made).getByLabelText<HTMLInputElement>('Link').value).toBe(
    `${window.location.origin}/board?course=harrow#${TOKEN}`,
  );
  await within(made).findByRole('img', { name: 'The link of Spike bar, for a camera' });
  expect(sent('POST /api/ops/board-links')[0]?.body).toEqual({ course: 'harrow', label: 'Spike bar' });
  await hand.click(await screen.findByRole('button', { name: 'Revoke Spike bar' }));
  say({ [LIST]: { links: [] } });
  await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke link' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Link of Spike bar' })).toBeNull());
});

it('says why a link is not made', async () => {
  const { hand, say } = boards();
  say({ 'POST /api/ops/board-links': 'BOARD_LINKS_FULL' });
  await hand.type(await screen.findByLabelText('Where the screen hangs'), 'Bar');
  await hand.click(screen.getByRole('button', { name: 'Make a link' }));
  await screen.findByText(/as many board links as it can have/);
});

it('revokes a link after a question, also one that another member has revoked', async () => {
  const { hand, sent, say } = boards([BAR]);
  await hand.click(await screen.findByRole('button', { name: 'Revoke Spike bar' }));
  say({ [LIST]: { links: [] } });
  await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke link' }));
  await screen.findByText('No screen shows this course without a sign-in.');
  expect(sent(`DELETE /api/ops/board-links/${BAR.id}`)).toHaveLength(1);
});

it('is for committees alone', async () => {
  open('/ops?view=boards', { ...AS.auditor });
  await screen.findByRole('tab', { name: 'Rounds' });
  expect(screen.queryByRole('tab', { name: 'Boards' })).toBeNull();
});
