/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { serve } from '../../shared/testing/server.js';
import { saveProfile, signOut } from '../auth.js';
import { queryClient } from './query-client.js';
import { endSession, endSessionBy, onSession, session, startSession, whyEnded, type SessionEnd } from './session.js';
import { rememberHole, rememberMatch, storedRound } from '../match.js';
import { readStored, writeStored } from './stored.js';

const karrie = { token: 'of-karrie', userId: 'karrie' };
const adam = { token: 'of-adam', userId: 'adam' };

/** Another tab of this phone signs in; its event comes when `notify` is called. */
function inAnotherTab({ token, userId }: typeof karrie): { notify: () => void } {
  writeStored('user', userId);
  writeStored('token', token);
  return { notify: () => window.dispatchEvent(new StorageEvent('storage', { key: 'fairmark.token' })) };
}

beforeEach(() => {
  endSession('signed-out');
  startSession(karrie);
});

describe('the session', () => {
  it('keeps the stored round for the same golfer and hides it from another one', () => {
    rememberMatch('a-match');
    rememberHole(7);
    endSession('expired');
    startSession(karrie);
    expect(storedRound()).toEqual({ matchId: 'a-match', hole: 7 });
    endSession('expired');
    startSession(adam);
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  it('of another tab survives the end of this one', () => {
    inAnotherTab(adam);
    endSession('expired');
    expect(session()).toEqual(adam);
    expect(readStored('token')).toBe(adam.token);
  });

  it('of another golfer in another tab starts with an empty cache', () => {
    queryClient.setQueryData(['invites'], ['of karrie']);
    inAnotherTab(adam).notify();
    expect(session()).toEqual(adam);
    expect(queryClient.getQueryData(['invites'])).toBeUndefined();
  });

  it('of another golfer ignores a late answer with the profile of the golfer before', async () => {
    const user = { id: 'karrie', fullName: 'Karrie Webb', email: 'karrie@example.com' };
    serve(() => {
      startSession(adam);
      return { token: 'renewed', user };
    });
    await saveProfile({ fullName: 'Karrie Webb' });
    expect(session()).toEqual(adam);
    expect(queryClient.getQueryData(['user'])).toBeUndefined();
    expect(readStored('user-copy')).toBeNull();
  });

  it('keeps the cache when its token is renewed', () => {
    queryClient.setQueryData(['invites'], ['of karrie']);
    startSession({ ...karrie, token: 'renewed' });
    expect(queryClient.getQueryData(['invites'])).toEqual(['of karrie']);
  });
});

describe('signing out', () => {
  it('ends the session at once as signed out, even if the server has already ended it', async () => {
    const ends: SessionEnd[] = [];
    const stop = onSession((_next, why) => ends.push(why));
    const asked = serve(() => 'UNAUTHORIZED');
    rememberMatch('a-match');
    const done = signOut();
    expect(session()).toBeNull();
    await done;
    stop();
    expect(ends).toEqual(['signed-out']);
    expect(asked.map(({ token }) => token)).toEqual(['of-karrie']);
    expect(storedRound().matchId).toBeNull();
  });

  it('counts as signed out when the socket reports the end before the call is answered', async () => {
    const ends: SessionEnd[] = [];
    const stop = onSession((_next, how) => ends.push(how));
    await endSessionBy(async () => endSession('expired'));
    stop();
    expect(session()).toBeNull();
    expect(ends).toEqual(['signed-out']);
  });

  it('is no longer a wish at the next session, after a tab was closed during its call', async () => {
    writeStored('ended', 'wished');
    startSession(adam);
    endSession('expired');
    expect(whyEnded()).toBe('expired');
  });

  it('counts as signed out in every tab when another one hears of the end first', async () => {
    // Another tab has a copy of the module of its own.
    jest.resetModules();
    const anotherTab = await import('./session.js');
    await endSessionBy(async () => anotherTab.endSession('expired'));
    expect([anotherTab.whyEnded(), whyEnded()]).toEqual(['signed-out', 'signed-out']);
  });
});
