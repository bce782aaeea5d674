/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { endSession, startSession } from '../api/call/session.js';
import { readStored, writeStored } from '../api/call/stored.js';
import { changeOutbox, enterScore, onOutbox, outbox, waitingScores } from './outbox.js';
import { EMPTY_BOX } from './box.js';
import { aMatch, ANN, BEN } from './testing/match.js';
import { confirm, markSent, refuse } from './waiting-scores.js';

const tap = ({ holeNumber = 1, strokes = 4 } = {}): void =>
  void enterScore({ matchId: 'm', userId: 'ann', holeNumber }, { strokes, noScore: false }, null);

const stored = (): { version: number; waiting: object[] } =>
  JSON.parse(readStored('outbox') ?? '{"waiting":[]}') as { version: number; waiting: object[] };

/** What the server has recorded for the first hole. */
const recorded = (strokes: number) =>
  aMatch(ANN, [{ player: ANN, marker: BEN, byPlayer: [strokes] }]).rounds[0]!.holes[0]!.player;

const hasWaiting = (matchId?: string): boolean => waitingScores(matchId).some(({ state }) => state === 'waiting');

function otherTab(text: string | null): void {
  writeStored('outbox', text);
  window.dispatchEvent(new StorageEvent('storage', { key: 'fairmark.outbox' }));
}

function fullStorage() {
  return jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

beforeEach(() => startSession({ token: 't', userId: 'ann' }));
afterEach(() => {
  jest.restoreAllMocks();
  changeOutbox(() => EMPTY_BOX);
  localStorage.clear();
});

describe('the outbox', () => {
  it('stores a score on the phone within the tap', () => {
    const listener = jest.fn();
    const stop = onOutbox(listener);
    tap();
    stop();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(stored()).toMatchObject({
      version: 1,
      waiting: [{ holeNumber: 1, strokes: 4, by: 'ann', state: 'waiting' }],
    });
    expect([hasWaiting(), hasWaiting('m'), hasWaiting('other')]).toEqual([true, true, false]);
  });

  it('keeps the scores of a golfer who is signed out, and shows them to no other golfer', () => {
    tap();
    endSession('expired');
    expect(waitingScores()).toEqual([]);
    startSession({ token: 't2', userId: 'ben' });
    expect(hasWaiting()).toBe(false);
    tap({ strokes: 6 });
    expect(stored().waiting).toHaveLength(2);
    startSession({ token: 't3', userId: 'ann' });
    expect(waitingScores()).toMatchObject([{ strokes: 4 }]);
  });

  it('holds no name once its golfer has signed out, nor from an answer that arrives afterwards', () => {
    const send = (): string => {
      tap();
      changeOutbox((box) => markSent(box, box.waiting[0]!));
      return waitingScores()[0]!.key;
    };
    const answer = (key: string) =>
      changeOutbox((box) => confirm(box, key, { entry: recorded(4), revision: '7', log: 'l' }));
    answer(send());
    expect(readStored('outbox')).toContain(ANN.fullName);
    const key = send();
    endSession('signed-out');
    expect(stored()).toMatchObject({ waiting: [{ key }], confirmed: [] });
    answer(key);
    expect(outbox().box).toEqual(EMPTY_BOX);
    expect(readStored('outbox')).not.toContain(ANN.fullName);
  });

  it('keeps a score that is entered as the session ends for the golfer who was signed in', () => {
    endSession('expired');
    tap();
    startSession({ token: 't2', userId: 'ann' });
    expect(hasWaiting()).toBe(true);
  });

  it('shows what another tab enters, and does not overwrite it', () => {
    tap();
    const [score] = stored().waiting;
    const theirs = JSON.stringify({ version: 1, waiting: [score, { ...score, holeNumber: 2 }], confirmed: [] });
    otherTab(theirs);
    expect(waitingScores()).toHaveLength(2);
    // No event yet: the tap itself reads what is stored.
    writeStored('outbox', theirs.replace('"holeNumber":2', '"holeNumber":9'));
    tap({ holeNumber: 3 });
    expect(stored().waiting).toMatchObject([{ holeNumber: 1 }, { holeNumber: 9 }, { holeNumber: 3 }]);
  });

  it('restores a score that another tab overwrote at the same moment', () => {
    tap();
    const before = readStored('outbox');
    tap({ holeNumber: 2, strokes: 5 });
    tap({ strokes: 6 });
    // The other tab had not read the last two taps when it began to send the first.
    const [old] = (JSON.parse(before ?? '') as { waiting: object[] }).waiting;
    const sent = { key: 'k', replaces: null, enteredAt: '', strokes: 4, noScore: false };
    otherTab(JSON.stringify({ version: 1, waiting: [{ ...old, sent }], confirmed: [] }));
    const both = [
      { holeNumber: 1, strokes: 6, key: expect.not.stringMatching('^k$'), sent: { key: 'k' } },
      { holeNumber: 2, strokes: 5, sent: null },
    ];
    expect([...waitingScores()].sort((one, other) => one.holeNumber - other.holeNumber)).toMatchObject(both);
    expect(stored().waiting).toHaveLength(2);
  });

  it('keeps waiting and refused scores when the storage is cleared under the page', () => {
    tap();
    const [{ key } = { key: '' }] = waitingScores();
    changeOutbox((box) => refuse(markSent(box, box.waiting[0]!), key, { code: 'SCORE_CHANGED', message: 'changed' }));
    tap({ holeNumber: 2 });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    const waiting = { holeNumber: 2, state: 'waiting' };
    expect(outbox().box.waiting).toMatchObject([{ holeNumber: 1, strokes: 4, state: 'refused' }, waiting]);
    expect(stored().waiting).toHaveLength(2);
    // The refused one was decided in another tab.
    otherTab(JSON.stringify({ version: 1, waiting: [], confirmed: [], settled: [key] }));
    expect(outbox().box.waiting).toMatchObject([waiting]);
  });

  it('removes scores that another tab has sent or dropped, and does not bring them back', () => {
    tap();
    const waits = readStored('outbox');
    const key = waitingScores()[0]?.key;
    otherTab(JSON.stringify({ version: 1, waiting: [], confirmed: [], settled: [key] }));
    expect(waitingScores()).toEqual([]);
    // Late, by a third tab without that news.
    otherTab(waits);
    expect(waitingScores()).toEqual([]);
    expect(stored().waiting).toEqual([]);
  });

  it('keeps a score in the page while the storage is full, and stores it when there is room', () => {
    const full = fullStorage();
    tap();
    expect(outbox().unsaved).toBe(true);
    expect(waitingScores()).toHaveLength(1);
    expect(readStored('outbox')).toBeNull();
    full.mockRestore();
    tap({ holeNumber: 2 });
    expect(outbox().unsaved).toBe(false);
    expect(stored().waiting).toHaveLength(2);
  });

  it('drops the copy of the match to make room for a score', () => {
    writeStored('match-copy', 'x');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    tap();
    expect(outbox().unsaved).toBe(false);
    expect(stored().waiting).toHaveLength(1);
    expect(readStored('match-copy')).toBeNull();
  });

  it.each([['{not json'], ['{"version":2,"waiting":[]}']])('begins anew with what it can’t read: %s', (text) => {
    otherTab(text);
    expect(outbox().box.waiting).toEqual([]);
    tap();
    expect(stored().waiting).toHaveLength(1);
  });

  it.each([
    ['and equals a newer score of this phone is replaced without asking', 6, 'waiting', 'ann-ann-1'],
    ['and differs from a newer score of this phone has to be settled by the golfer', 7, 'refused', null],
  ] as const)('a score that another phone has entered %s', (_, newer, state, replaces) => {
    tap({ strokes: 5 });
    const [first] = waitingScores();
    changeOutbox((box) => markSent(box, box.waiting[0]!));
    tap({ strokes: newer });
    const refusal = { code: 'SCORE_CHANGED', message: 'changed', current: recorded(6) } as const;
    changeOutbox((box) => refuse(box, first!.key, refusal));
    expect(waitingScores()).toMatchObject([{ strokes: newer, state, replaces, sent: null }]);
  });
});
