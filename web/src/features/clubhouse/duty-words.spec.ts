import type { PersonRef, UnverifiedRound } from '@fairmark/contract';
import { dutyWords } from './duty-words.js';

const alex: PersonRef = { id: 'alex', fullName: 'Alex Tran' };
const bindi: PersonRef = { id: 'bindi', fullName: 'Bindi Walker' };

it.each<[Partial<UnverifiedRound>, string]>([
  [{ waitingFor: 'me' }, "Sign Alex Tran's card"],
  [{ waitingFor: 'me', player: { id: 'me', fullName: 'Sam Reid' } }, 'Sign your card'],
  [{ waitingFor: 'me', nextHole: 10 }, 'Continue at hole 10'],
  [{ waitingFor: 'player', holesOwed: 18 }, 'Alex Tran has still to enter 18 holes'],
  [{ waitingFor: 'marker' }, "Bindi Walker has still to sign Alex Tran's card"],
  // On Bindi's card, which Alex marks; both cards are signed together.
  [{ waitingFor: 'marker', holesOwed: 1 }, 'Bindi Walker has still to enter 1 hole'],
  [{ waitingFor: 'marker', marker: null }, "Your marker has still to sign Alex Tran's card"],
])('an unsigned card says what has to be done: %o', (round, text) => {
  const signed = { waitingFor: 'me', player: alex, marker: bindi, nextHole: null, holesOwed: 0 } as const;
  expect(dutyWords({ ...signed, ...round }, 'me')).toBe(text);
});
