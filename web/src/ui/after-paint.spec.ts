/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { afterPaint, finishPaint } from './after-paint.js';

describe('work after the frame', () => {
  const done: string[] = [];
  const work = (name: string) => afterPaint(() => void done.push(name));
  const hide = (hidden: boolean) => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => done.splice(0));
  afterEach(() => jest.restoreAllMocks());

  it('runs in order, once, after the frame that comes next', async () => {
    requestAnimationFrame(() => done.push('frame'));
    work('first');
    work('second');
    expect(done).toEqual([]);
    await waitFor(() => expect(done).toEqual(['frame', 'first', 'second']));
    finishPaint();
    expect(done).toHaveLength(3);
  });

  it('does not wait for a frame in a page that is hidden, now or before it', () => {
    work('first');
    hide(true);
    expect(done).toEqual(['first']);
    work('second');
    expect(done).toEqual(['first', 'second']);
  });
});
