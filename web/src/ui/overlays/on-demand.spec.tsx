/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { onDemand } from './on-demand.js';

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
});
