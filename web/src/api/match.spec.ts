/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { answerFor } from '../outbox/testing/match.js';
import { matchQuery, forgetRound, rememberMatch } from './match.js';
import { queryClient } from './call/query-client.js';
import { startSession } from './call/session.js';
import { writeStored } from './call/stored.js';

/** What a page shows of a match before the server answers. */
function shownAtOnce(): unknown {
  queryClient.clear();
  return new QueryObserver(queryClient, { ...matchQuery('m'), enabled: false }).getCurrentResult().data;
}

beforeEach(() => startSession({ token: 't', userId: 'ann' }));

describe('the copy of a match on the phone', () => {
  it('is shown to its golfer only', () => {
    writeStored('match-copy', JSON.stringify({ userId: 'ann', answer: answerFor() }));
    expect(shownAtOnce()).toEqual(answerFor());
    startSession({ token: 't2', userId: 'ben' });
    expect(shownAtOnce()).toBeUndefined();
  });

  it('is dropped when the phone has no room for a newer one', async () => {
    writeStored('match-copy', JSON.stringify({ userId: 'ann', answer: answerFor() }));
    globalThis.fetch = async () => Response.json({ ...answerFor(), revision: '21' });
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await queryClient.fetchQuery({ ...matchQuery('m'), staleTime: 0 });
    full.mockRestore();
    expect(shownAtOnce()).toBeUndefined();
  });

  it('of the round in play is not replaced when another match is read', async () => {
    rememberMatch('m');
    writeStored('match-copy', JSON.stringify({ userId: 'ann', answer: answerFor() }));
    globalThis.fetch = async () => Response.json({ ...answerFor(), match: { ...answerFor().match, id: 'old' } });
    await queryClient.fetchQuery({ ...matchQuery('old'), staleTime: 0 });
    expect(shownAtOnce()).toEqual(answerFor());
    forgetRound();
  });

  it.each(['{', '{}', '{"userId":"ann","answer":{}}', '{"userId":"ann","answer":{"match":{"id":"m"},"rounds":[]}}'])(
    'is not shown when this client can’t read it: %s',
    (text) => {
      writeStored('match-copy', text);
      expect(shownAtOnce()).toBeUndefined();
    },
  );
});
