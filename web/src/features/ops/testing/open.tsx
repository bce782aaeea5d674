import { openAs, type Answers } from '../../../shared/testing/pages.js';
import { Component as OpsPage } from '../ops.page.js';

/** The page within the content of the frame, which is focused when what had the focus is gone. */
const content = (
  <main id="content" tabIndex={-1}>
    <OpsPage />
  </main>
);

const ROUTES = [
  { path: '/', element: <h1>Play</h1> },
  { path: '/ops', element: content },
];

/** Opens the page as Cass Moore. */
export const open = (address: string, answers: Answers) => openAs('cass', ROUTES, address, answers);

const HARROW = { id: 'harrow', name: 'Harrow Point' };

/** The server's answer about the roles of Cass Moore. */
export const AS = {
  golfer: { 'GET /api/ops/me': { roles: [], secondFactor: 'NONE' } },
  support: { 'GET /api/ops/me': { roles: [{ role: 'SUPPORT', course: null }], secondFactor: 'PROVED' } },
  auditor: { 'GET /api/ops/me': { roles: [{ role: 'AUDITOR', course: null }], secondFactor: 'PROVED' } },
  committee: { 'GET /api/ops/me': { roles: [{ role: 'COMMITTEE', course: HARROW }], secondFactor: 'PROVED' } },
} satisfies Record<string, Answers>;
