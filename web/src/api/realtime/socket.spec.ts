/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { Line } from '../testing/line.js';
import { waitFor } from '../testing/wait-for.js';
import { keepSocket, type Connection } from './socket.js';

const { io } = jest.requireActual<typeof import('socket.io-client')>('socket.io-client/dist/socket.io.js');

it('opens a socket whose code did not load at first, connects it again after the server, and closes it', async () => {
  let loads = 0;
  jest.unstable_mockModule('socket.io-client', () => {
    loads += 1;
    if (loads < 3) throw new TypeError('Failed to fetch');
    return { io };
  });
  const sockets: Connection[] = [];
  const checked = jest.fn();
  let due = true;
  const isDue = jest.fn(() => due);
  const close = keepSocket({
    token: 't',
    everyMs: 5,
    listen: (socket) => sockets.push(socket),
    isDue,
    onOpen: checked,
  });
  const isUp = (up: boolean) => waitFor(() => expect(sockets.map(({ connected }) => connected)).toEqual([up]));
  await isUp(true);
  expect(loads).toBe(3);
  await waitFor(() => expect(checked).toHaveBeenCalled());
  due = false;
  Line.latest?.onmessage({ data: '41' });
  await isUp(false);
  isDue.mockClear();
  await waitFor(() => expect(isDue.mock.calls.length).toBeGreaterThan(1));
  await isUp(false);
  due = true;
  await isUp(true);
  close();
  await isUp(false);
  expect(sockets[0]?.active).toBe(false);
});
