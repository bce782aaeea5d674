import type { RebuildJob } from '@fairmark/contract';
import { isOpen, lagWords, outcomeOf, progressWords, shareOf } from './projection-words.js';
import { aJob } from '../testing/tables.js';

describe('the words of a rebuild', () => {
  it.each<[Partial<RebuildJob>, string, number | null]>([
    [{ events: 1, total: null, eventsPerSecond: null, secondsLeft: null }, '1 event', null],
    [{ events: 0, total: 0 }, '0 of 0 events · 98,400 a second · about 6 s left', null],
    [{ events: 12, total: 10, eventsPerSecond: null, secondsLeft: null }, '12 of 10 events', 1],
  ])('say its progress: %j', (part, words, share) => {
    expect(progressWords(aJob(part))).toBe(words);
    expect(shareOf(aJob(part))).toBe(share);
  });

  it.each<[RebuildJob['state'], string | null]>([
    ['WAITING', null],
    ['RUNNING', null],
    ['DONE', 'success'],
    ['FAILED', 'danger'],
    ['CANCELLED', 'info'],
  ])('have a banner once it has ended: %s', (state, kind) => {
    expect(outcomeOf(aJob({ state }))?.kind ?? null).toBe(kind);
    expect(isOpen(aJob({ state }))).toBe(kind === null);
  });

  it('say why it failed, and that the old tables are still in use', () => {
    const { text } = outcomeOf(aJob({ state: 'FAILED', message: 'Event 12 could not be applied' })) ?? { text: '' };
    expect(text).toMatch(/^Event 12 could not be applied\. The tables before it are still in use\. Requested by Sue/);
  });

  it.each([
    [0, 'Nothing'],
    [1, '1 event'],
    [10_000, '10,000 events or more'],
  ])('a lag of %s: %s', (lagEvents, words) => {
    expect(lagWords({ lagEvents })).toBe(words);
  });
});
