/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../api/call/query-client.js';
import { startSession } from '../api/call/session.js';
import { DayAdvert, HoleAdvert } from './course-advert.js';
import { PICTURE, sponsorAd } from './testing/sponsors.js';

const ADVERTS = {
  sponsors: [sponsorAd('Harrow Pro Shop', { slot: 3, weekendSlot: 1, text: 'Ten per cent off', image: PICTURE })],
  defaultSponsor: { text: 'Room for your sign', image: null },
};
const asked: { path: string; priority: RequestPriority | undefined }[] = [];
const idle: (() => void)[] = [];
const banner = () => screen.getByRole('region', { name: 'Sponsor' });
const becomesIdle = () => act(() => idle.splice(0).forEach((work) => work()));

afterEach(() => jest.useRealTimers());

beforeEach(() => {
  asked.length = 0;
  idle.length = 0;
  queryClient.clear();
  startSession({ token: 't', userId: 'me' });
  window.requestIdleCallback = (work) => idle.push(() => work({ didTimeout: false, timeRemaining: () => 10 }));
  window.cancelIdleCallback = (handle) => void idle.splice(handle - 1, 1, () => undefined);
  answerWith(() => Response.json({ status: 200, ...ADVERTS }));
});

describe('the advert of a hole', () => {
  it('is empty until the phone is idle, then loads the adverts of the course once, with low priority', async () => {
    const { rerender } = show(<HoleAdvert courseId="harrow" holeNumber={3} />);
    expect(banner().textContent).toBe('');
    expect(asked).toEqual([]);
    becomesIdle();
    expect(await screen.findByText('Harrow Pro Shop')).toBeTruthy();
    const picture = screen.getByRole('img', { name: 'A bag' });
    expect(picture.getAttribute('srcset')).toBe(PICTURE.srcSet);
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect(picture.getAttribute('fetchpriority')).toBe('low');
    rerender(<HoleAdvert courseId="harrow" holeNumber={4} />);
    expect(banner().textContent).toBe('SponsorRoom for your sign');
    expect(asked).toEqual([{ path: '/api/courses/harrow/adverts', priority: 'low' }]);
  });

  it('comes soon where the browser cannot tell that it is idle, as in Safari', async () => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    show(<HoleAdvert courseId="harrow" holeNumber={3} />);
    expect(await screen.findByText('Harrow Pro Shop', {}, { timeout: 1_500 })).toBeTruthy();
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['refuses', () => Response.json(errorAnswer('NOT_FOUND'), { status: 404 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers with a page', () => new Response('<html>', { status: 200 })],
  ])('is the house advert when the server %s, which is asked again after ten minutes', async (_, answer) => {
    jest.useFakeTimers({ advanceTimers: true });
    answerWith(answer);
    show(<HoleAdvert courseId="harrow" holeNumber={3} />);
    becomesIdle();
    await waitFor(() => expect(queryClient.getQueryState(['course', 'harrow', 'adverts'])?.status).toBe('error'));
    expect(banner().textContent).toContain('Fairmark');
    expect(asked).toHaveLength(1);
    let arrives = (_answer: Response): void => undefined;
    answerWith(() => new Promise((resolve) => (arrives = resolve)));
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(asked).toHaveLength(2);
    expect(banner().textContent).toContain('Fairmark');
    arrives(Response.json({ status: 200, ...ADVERTS }));
    expect(await screen.findByText('Harrow Pro Shop')).toBeTruthy();
  });

  it('is that of today on a page that was left open for days', async () => {
    show(<HoleAdvert courseId="harrow" holeNumber={3} />);
    becomesIdle();
    await screen.findByText('Harrow Pro Shop');
    answerWith(() => Response.json({ status: 200, ...ADVERTS, sponsors: [] }));
    jest.useFakeTimers({
      now: Date.now() + 48 * 3_600_000,
      doNotFake: ['setTimeout', 'clearTimeout', 'queueMicrotask'],
    });
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('Room for your sign')).toBeTruthy();
  });

  it('keeps its text when its picture fails to load', async () => {
    show(<HoleAdvert courseId="harrow" holeNumber={3} />);
    becomesIdle();
    fireEvent.error(await screen.findByRole('img'));
    expect(screen.queryByRole('img')).toBeNull();
    expect(banner().textContent).toBe('SponsorHarrow Pro ShopTen per cent off');
  });
});

it('the advert of a day waits for the results', async () => {
  const { rerender } = show(<DayAdvert courseId="harrow" day={undefined} />);
  becomesIdle();
  expect(banner().textContent).toBe('');
  expect(asked).toEqual([]);
  rerender(<DayAdvert courseId="harrow" day="2026-11-21" />);
  becomesIdle();
  expect(await screen.findByText('Harrow Pro Shop')).toBeTruthy();
  rerender(<DayAdvert courseId="harrow" day="2026-11-22" />);
  expect(await screen.findByText('Room for your sign')).toBeTruthy();
});

function show(advert: React.ReactNode) {
  return render(advert, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
}

function answerWith(answer: () => Response | Promise<Response>): void {
  globalThis.fetch = async (input, init) => {
    asked.push({ path: typeof input === 'string' ? input : '', priority: init?.priority });
    return answer();
  };
}
