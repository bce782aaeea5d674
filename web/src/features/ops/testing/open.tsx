import { openAs } from '../../../shared/testing/pages.js';
import { serve, type Said } from '../../../shared/testing/server.js';
import { Component as OpsPage, loader, shouldRevalidate } from '../ops.page.js';

/** What the server of these tests says to "GET /api/…"; a code is a refusal. */
export type Answers = Record<string, Said>;

/** Opens the page as Cass Moore. `sent` tells what was called; `say` changes what is answered from now on. */
export function open(address: string, answers: Answers) {
  const said: Answers = { ...answers };
  const heard = serve(({ call }) => said[call] ?? 'NOT_FOUND');
  const { at, golfer: hand } = openAs(
    'cass',
    [
      { path: '/', element: <h1>Play</h1> },
      { path: '/ops', Component: OpsPage, loader, shouldRevalidate, HydrateFallback: () => null },
    ],
    address,
  );
  const sent = (call: string) => heard.filter((one) => one.call === call);
  const say = (next: Answers) => Object.assign(said, next);
  return { hand, sent, at, say };
}

const HARROW = { id: 'harrow', name: 'Harrow Point' };

/** What the server says of the roles of Cass Moore. */
export const AS = {
  golfer: { 'GET /api/ops/me': { roles: [], secondFactor: 'NONE' } },
  support: { 'GET /api/ops/me': { roles: [{ role: 'SUPPORT', course: null }], secondFactor: 'PROVED' } },
  auditor: { 'GET /api/ops/me': { roles: [{ role: 'AUDITOR', course: null }], secondFactor: 'PROVED' } },
  committee: { 'GET /api/ops/me': { roles: [{ role: 'COMMITTEE', course: HARROW }], secondFactor: 'PROVED' } },
} satisfies Record<string, Answers>;
