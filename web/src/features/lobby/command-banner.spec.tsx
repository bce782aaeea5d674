/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ApiError } from '../../api/errors.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/query-client.js';
import { forgetRound, rememberHole, rememberMatch } from '../../api/stored-round.js';
import { CommandBanner } from './command-banner.js';

const ROUND = { matchId: 'round', isHost: false, started: true, playType: 'COMPETITION', nextHole: 7 };

function shown(): string | null {
  const error = new ApiError('ALREADY_IN_MATCH', 'You are in a round', 409, { matchId: 'round' });
  render(<CommandBanner error={error} />, { wrapper: MemoryRouter });
  return screen.getByRole('link', { name: 'Resume Round' }).getAttribute('href');
}

describe('the way on from a round that stands in the way', () => {
  beforeEach(() => {
    forgetRound();
    queryClient.clear();
  });

  it('leads to the hole that this phone remembers', () => {
    rememberMatch('round');
    rememberHole(4);
    expect(shown()).toBe('/score/4');
  });

  it('leads on another phone to the first hole that is not entered', () => {
    queryClient.setQueryData(currentQuery().queryKey, ROUND);
    expect(shown()).toBe('/score/7?id=round');
  });

  it('leads to the first hole of a round that nobody has told this phone about', () => {
    rememberMatch('lobby');
    expect(shown()).toBe('/score/1?id=round');
  });
});
