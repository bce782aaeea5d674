/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
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

it('lists the links of the course with their makers and when they were used', async () => {
  boards([BAR, { ...BAR, id: 'two', label: 'Pro shop', madeBy: null, lastUsedAt: '2026-11-21T02:00:00Z' }]);
  const list = await screen.findByRole('list', { name: 'Links of this course' });
  const [bar, shop] = within(list).getAllByRole('listitem');
  expect(bar?.textContent).toMatch(/^Spike bar +Never opened.*by Cass Moore/);
  expect(shop?.textContent).toMatch(/^Pro shop +Last used 21 Nov/);
  expect(shop?.textContent).not.toContain('by');
});

it('makes a link for a named place, shows its address once, and revokes it after a confirmation', async () => {
  const { golfer, sent, reply } = boards();
  await screen.findByText('No screen shows this course without a sign-in.');
  const make = screen.getByRole('button', { name: /^Make a link/ });
  await golfer.click(make);
  expect(sent('POST /api/ops/board-links')).toEqual([]);
  reply({ 'POST /api/ops/board-links': 'BOARD_LINKS_FULL' });
  await golfer.type(screen.getByLabelText('Where the screen hangs'), 'Spike bar');
  await golfer.click(make);
  await screen.findByText(/as many board links as it can have/);
  // The answer is lost, and with it the address: the list shows the link, so that it can be revoked.
  reply({ 'POST /api/ops/board-links': 'UNAVAILABLE', [LIST]: { links: [{ ...BAR, id: 'lost', label: 'Lost' }] } });
  await golfer.click(make);
  await screen.findByRole('button', { name: 'Revoke Lost' });
  // Its address must not be lost if the list cannot be read.
  reply({ 'POST /api/ops/board-links': { link: BAR, token: TOKEN }, [LIST]: 'FORBIDDEN' });
  await golfer.dblClick(make);
  const made = await screen.findByRole('region', { name: 'Link of Spike bar' });
  expect(within(made).getByLabelText<HTMLInputElement>('Link').value).toBe(
    `${window.location.origin}/board?course=harrow#${TOKEN}`,
  );
  await within(made).findByRole('img', { name: 'The link of Spike bar, for a camera' });
  reply({ [LIST]: { links: [BAR] } });
  await act(() => queryClient.refetchQueries({ queryKey: ['ops', 'board-links'] }));
  // Refused, unanswered, and made once by two presses.
  expect(sent('POST /api/ops/board-links')).toHaveLength(3);
  expect(sent('POST /api/ops/board-links').at(-1)?.body).toEqual({ course: 'harrow', label: 'Spike bar' });
  await golfer.click(await screen.findByRole('button', { name: 'Revoke Spike bar' }));
  reply({ [LIST]: { links: [] } });
  await golfer.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke link' }));
  // As if another member of the committee had revoked it.
  await screen.findByText('No screen shows this course without a sign-in.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Link of Spike bar' })).toBeNull());
  // The button that had the focus is gone with its row.
  await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  expect(sent(`DELETE /api/ops/board-links/${BAR.id}`)).toHaveLength(1);
});
