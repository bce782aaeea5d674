import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@fairmark/tools';
import { KeptCertificate } from '@fairmark/tools/https/kept-certificate';
import { machineNames } from '@fairmark/tools/https/names';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Browser } from 'playwright-core';
import { Golfer, PASSWORD } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { launchChromium } from './support/chromium.js';
import { PHONE } from './support/player.js';
import { buildClient } from './support/stage.js';
import { comesTo, sees } from './support/sees.js';
import { signsIn } from './flows/sign-up.js';

/** An address as phones use it: at 127.0.0.1 every page is secure. */
const address = machineNames().addresses.find((one) => /^\d/.test(one) && !one.startsWith('127.'));
/** Whether certutil (Debian's libnss3-tools) can add an authority to those that Chromium trusts. */
const canTrust = spawnSync('certutil', ['-H']).error === undefined;

(address === undefined || !canTrust ? describe.skip : describe)('a phone that trusts this machine', () => {
  let home: string;
  let stack: Stack;
  let browser: Browser;
  let golfer: Golfer;
  let ports: { http: string; https: number };

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'fairmark-phone-'));
    const kept = new KeptCertificate(path.join(home, 'https'));
    await kept.lookAfter(machineNames(), new Date());
    const store = path.join(home, '.pki', 'nssdb');
    mkdirSync(store, { recursive: true });
    execFileSync('certutil', ['-d', `sql:${store}`, '-N', '--empty-password']);
    execFileSync('certutil', ['-d', `sql:${store}`, '-A', '-n', 'fairmark', '-t', 'C,,', '-i', kept.authority]);
    await buildClient();
    const https = await freePort();
    stack = await Stack.start({
      env: {
        HOST: '0.0.0.0',
        HTTPS_PORT: String(https),
        HTTPS_CERTIFICATE: kept.server,
        HTTPS_KEY: kept.server,
        HTTPS_AUTHORITY: kept.authority,
        WEB_DIR: process.env.WEB_DIR || path.resolve('web/dist'),
      },
    });
    const base = stack.bases[0] ?? '';
    ports = { http: new URL(base).port, https };
    golfer = new Golfer(base, { name: 'Greta Green', gender: 'FEMALE', handicap: 12 });
    await golfer.signsUp(stack.linkFromMail);
    browser = await launchChromium({ HOME: home });
  });
  afterAll(async () => {
    await browser.close();
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it('goes from the plain to the secure address, where clipboard, wake lock and sockets work', async () => {
    const context = await browser.newContext({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const secure = (): Promise<unknown> =>
      page.evaluate(() => [window.isSecureContext, 'wakeLock' in navigator, 'clipboard' in navigator]);

    await page.goto(`http://${address}:${ports.http}/trust`);
    expect(await secure()).toEqual([false, false, false]);
    await page.getByRole('link', { name: 'Open the secure address' }).click();
    await sees(page.getByRole('heading', { name: 'This address is secure' }));
    expect(page.url()).toBe(`https://${address}:${ports.https}/trust`);
    expect(await secure()).toEqual([true, true, true]);

    await page.getByRole('link', { name: 'Open Fairmark' }).click();
    await sees(page.getByRole('link', { name: `http://${address}:${ports.http}` }));
    await signsIn(page, golfer.email, PASSWORD);
    await comesTo(page, '/');
    const copied = page.evaluate(async () => {
      await navigator.clipboard.writeText('Fairmark');
      return navigator.clipboard.readText();
    });
    expect(await copied).toBe('Fairmark');
    const ours = `wss://${address}:${ports.https}/`;
    await eventually(() => sockets.some((url) => url.startsWith(ours)), 'a socket connects over TLS');
  });
});
