/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import userEvent from '@testing-library/user-event';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { jest } from '@jest/globals';
import { Button } from '../button.js';
import { Confirm } from './modal.js';
import { Sheet } from './sheet.js';
import { lazyDialog, onDemand } from './on-demand.js';

const golfer = userEvent.setup({ delay: null });

interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A button that opens its children. */
function Opener({ children }: { children: (opened: Opened) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children({ open, onOpenChange: setOpen })}
    </>
  );
}

async function openIt(): Promise<HTMLElement> {
  const opener = screen.getByRole('button', { name: 'Open' });
  await golfer.click(opener);
  return opener;
}

it('a sheet focuses its first field, has a description, closes by Escape and gives the focus back', async () => {
  render(
    <Opener>
      {(opened) => (
        <Sheet {...opened} title="Invite" description="Up to two more players." startsInField>
          <input aria-label="Name" />
        </Sheet>
      )}
    </Opener>,
  );
  const opener = await openIt();
  await screen.findByRole('dialog', { name: 'Invite', description: 'Up to two more players.' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  await golfer.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

describe('a confirmation', () => {
  const question = (opened: Opened, more: { busy?: boolean; onConfirm?: () => void }) => (
    <Confirm {...opened} title="Delete this round?" confirmLabel="Delete round" danger onConfirm={() => {}} {...more}>
      It appears in no table.
    </Confirm>
  );

  it('of something dangerous starts on Cancel, so that Enter by habit does nothing', async () => {
    const done: string[] = [];
    render(<Opener>{(opened) => question(opened, { onConfirm: () => done.push('deleted') })}</Opener>);
    await openIt();
    await screen.findByRole('alertdialog', { name: 'Delete this round?', description: 'It appears in no table.' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
    await golfer.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(done).toEqual([]);
    await openIt();
    await golfer.click(await screen.findByRole('button', { name: 'Delete round' }));
    expect(done).toEqual(['deleted']);
  });

  it('stays open while its action runs', async () => {
    const closed: boolean[] = [];
    render(question({ open: true, onOpenChange: (open) => closed.push(open) }, { busy: true }));
    await screen.findByRole('alertdialog');
    await golfer.keyboard('{Escape}');
    expect(closed).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete round' }).getAttribute('aria-busy')).toBe('true');
  });
});

const Card = ({ name }: { name: string }) => <p>{name}</p>;

describe('a component on demand', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  let signal = false;
  const load = () => (signal ? Promise.resolve(Card) : Promise.reject(new Error('No signal')));
  const loadFailed = () => waitFor(() => expect(warn).toHaveBeenCalledTimes(1));

  beforeEach(() => {
    signal = false;
    warn.mockClear();
  });
  afterAll(() => warn.mockRestore());

  it('shows a fallback until its code is loaded', async () => {
    signal = true;
    const Lazy = onDemand(load, <p>Loading</p>);
    render(<Lazy name="Alex" />);
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(await screen.findByText('Alex')).toBeTruthy();
  });

  it('shows a bar in place of a dialog, and nothing before it is opened', async () => {
    signal = true;
    const Lazy = lazyDialog<{ name: string; open: boolean }>(load);
    const { container, rerender } = render(<Lazy name="Alex" open={false} />);
    expect(container.innerHTML).toBe('');
    rerender(<Lazy name="Alex" open />);
    expect(container.querySelector('[aria-hidden="true"]')).toBeTruthy();
    expect(await screen.findByText('Alex')).toBeTruthy();
    expect(container.querySelector('[aria-hidden="true"]')).toBeNull();
  });

  it('loads again when the signal is back', async () => {
    const Lazy = onDemand(load);
    render(<Lazy name="Alex" />);
    await loadFailed();
    signal = true;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Alex')).toBeTruthy();
  });

  it('loads again by itself after a while, once for all places that show it', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const Lazy = onDemand(load);
    render(
      <>
        <Lazy name="Alex" />
        <Lazy name="Bindi" />
      </>,
    );
    await loadFailed();
    signal = true;
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    jest.useRealTimers();
    expect([screen.getByText('Alex'), screen.getByText('Bindi')]).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('asks at once for a file whose preload failed, as WebKit would give every later import that failure', () => {
    const ask = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Load failed'));
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/assets/sheet.js' });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    link.remove();
    expect(ask.mock.calls).toEqual([[link.href]]);
    ask.mockRestore();
  });
});
