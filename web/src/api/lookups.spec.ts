/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { teeName } from './lookups.js';

const tees = [
  { tee: 'Standard', name: 'White', colour: '#fff' },
  { tee: 'Pro', name: null, colour: null },
] as const;

it.each([
  ['Standard', 'White (Standard)'],
  ['Pro', 'Pro'],
  ['Championship', 'Championship'],
] as const)('the %s tee is called %s', (tee, name) => {
  expect(teeName(tee, { tees: [...tees] })).toBe(name);
  expect(teeName(tee, undefined)).toBe(tee);
});
