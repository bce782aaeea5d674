import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BoardAnswer, BoardRow } from '@fairmark/contract';
import type { CDPSession, Page, WebSocketRoute } from 'playwright-core';
import { ROOT } from '../support/stack.js';
import { launchChromium } from './support/chromium.js';
import { buildClient } from './support/stage.js';

/**
 * `node tools/run.mjs e2e/dist/browser/board-week.main.js [updates]`: a board on a wall gets thousands of cards, new
 * days and lost connections, in the built client without a server. Prints the page's memory after each part.
 */
const [wanted = '4000'] = process.argv.slice(2);
const PARTS = 8;
const EACH = Math.ceil(Number(wanted) / PARTS);
const DIST = path.join(ROOT, 'web', 'dist');
/** No server listens there. */
const ADDRESS = 'http://127.0.0.1:1';
const KB = 1_000;
/** A board that grows more than this after its first part could not run for a year. */
const GROWTH_MAX = 0.1;

let cards = 0;
let day = 0;
let socket: WebSocketRoute | null = null;

await buildClient();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await mockServer(page);
  await page.clock.install({ time: '2026-11-21T00:00:00Z' });
  await page.goto(`${ADDRESS}/board?course=harrow#${'b'.repeat(43)}`);
  await page.getByText('Harrow Point').waitFor();
  const cdp = await page.context().newCDPSession(page);
  const sizes: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    await receiveUpdates(page);
    const { heap, nodes, listeners } = await held(cdp);
    sizes.push(heap);
    console.log(
      `${(part + 1) * EACH} cards: ${Math.round(heap / KB)} kB of heap, ${nodes} nodes, ${listeners} listeners`,
    );
  }
  const growth = ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / (sizes[0] ?? 1);
  console.log(`From the first part to the last: ${(100 * growth).toFixed(1)} %`);
  if (growth > GROWTH_MAX) process.exitCode = 1;
} finally {
  await browser.close();
}

/** Simulates new cards, turning pages, lost connections and the end of days. */
async function receiveUpdates(page: Page): Promise<void> {
  for (let update = 0; update < EACH; update += 1) {
    cards += 1;
    if (update % 100 === 99) {
      // A new day starts without cards.
      day += 1;
      cards = 0;
    }
    if (update % 50 === 25) await socket?.close();
    else emitChange();
    await page.clock.runFor(update % 10 === 0 ? 30_000 : 2_000);
  }
}

function emitChange(): void {
  socket?.send(
    `42${JSON.stringify(['leaderboard_changed', { courseId: 'harrow', day: dayOf(), position: '1', log: 'l' }])}`,
  );
}

function dayOf(): string {
  return new Date(Date.UTC(2026, 10, 21 + day)).toISOString().slice(0, 10);
}

async function mockServer(page: Page): Promise<void> {
  const adverts = { status: 200, sponsors: [], defaultSponsor: { text: 'Pies on the ninth', image: null } };
  await page.route(`${ADDRESS}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/courses/harrow/board') return route.fulfill({ json: boardAnswer() });
    if (pathname.startsWith('/api/')) return route.fulfill({ json: adverts });
    const file = path.join(DIST, pathname);
    const found = pathname.startsWith('/assets/') && existsSync(file) ? file : path.join(DIST, 'index.html');
    return route.fulfill({ path: found, headers: { etag: '"one"' } });
  });
  // The Socket.IO protocol on a WebSocket.
  await page.routeWebSocket(/socket\.io/, (line) => {
    socket = line;
    line.onMessage((message) => {
      const text = String(message);
      if (text.startsWith('40')) line.send('40{"sid":"s"}');
      const ack = /^42(\d+)/.exec(text)?.[1];
      if (ack !== undefined) line.send(`43${ack}[{"status":200}]`);
    });
    line.send('0{"sid":"s","upgrades":[],"pingInterval":3600000,"pingTimeout":3600000,"maxPayload":100000}');
  });
}

function boardAnswer(): BoardAnswer {
  const rows = Array.from({ length: Math.min(100, cards) }, (_, n): BoardRow => ({
    key: `${day} ${cards - n}`,
    rankLabel: String(n + 1),
    countback: null,
    fullName: `Golfer ${cards - n} of day ${day}`,
    dailyHandicap: 12,
    result: 40 - n,
    noScore: false,
  }));
  const course = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point', courseName: 'Headland' };
  return {
    status: 200,
    position: '1',
    course: { ...course, timeZone: 'Australia/Melbourne' },
    day: dayOf(),
    now: `${dayOf()}T02:00:00.000Z`,
    cards,
    standings: rows.length === 0 ? [] : [{ format: 'STABLEFORD', rows }],
  };
}

/** Memory of the page after garbage collection. */
async function held(cdp: CDPSession): Promise<{ heap: number; nodes: number; listeners: number }> {
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters');
  return { heap, nodes, listeners };
}
