/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import { presses, question, sees } from '../../shared/testing/hands.js';
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
  const MAKE = 'POST /api/ops/board-links';
  const { golfer, sent, reply } = boards();
  await sees('No screen shows this course without a sign-in.');
  const make = screen.getByRole('button', { name: /^Make a link/ });
  await golfer.click(make);
  expect(sent(MAKE)).toEqual([]);
  reply({ [MAKE]: 'BOARD_LINKS_FULL' });
  await golfer.type(screen.getByLabelText('Where the screen hangs'), 'Spike bar');
  await golfer.click(make);
  await sees(/as many board links as it can have/);
  // The answer is lost, and with it the address: the list shows the link, so that it can be revoked.
  reply({ [MAKE]: 'UNAVAILABLE', [LIST]: { links: [{ ...BAR, id: 'lost', label: 'Lost' }] } });
  await golfer.click(make);
  await screen.findByRole('button', { name: 'Revoke Lost' });
  // Its address must not be lost if the list cannot be read.
  reply({ [MAKE]: { link: BAR, token: TOKEN }, [LIST]: 'FORBIDDEN' });
  await golfer.dblClick(make);
  const made = within(await screen.findByRole('region', { name: 'Link of Spike bar' }));
  const address = `${window.location.origin}/board?course=harrow#${TOKEN}`;
  expect(made.getByLabelText<HTMLInputElement>('Link').value).toBe(address);
  await made.findByRole('img', { name: 'The link of Spike bar, for a camera' });
  reply({ [LIST]: { links: [BAR] } });
  await act(() => queryClient.refetchQueries({ queryKey: ['ops', 'board-links'] }));
  // Refused, unanswered, and made once by two presses.
  expect(sent(MAKE)).toHaveLength(3);
  expect(sent(MAKE).at(-1)?.body).toEqual({ course: 'harrow', label: 'Spike bar' });
  await presses('Revoke Spike bar');
  // As if another member of the committee had revoked it.
  reply({ [LIST]: { links: [] } });
  await golfer.click((await question()).getByRole('button', { name: 'Revoke link' }));
  await sees('No screen shows this course without a sign-in.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Link of Spike bar' })).toBeNull());
  // The button that had the focus is gone with its row.
  await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  expect(sent(`DELETE /api/ops/board-links/${BAR.id}`)).toHaveLength(1);
});
