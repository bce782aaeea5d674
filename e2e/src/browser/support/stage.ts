import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Golfer, type Profile } from '../../support/golfer.js';
import { proofLinks } from '../../support/group.js';
import { ROOT, Stack } from '../../support/stack.js';
import { BROWSER_DATA, launchChromium } from './chromium.js';
import { PHONE, Phone, Player, signedIn } from './player.js';

const BUILT_CLIENT = path.join(ROOT, 'web', 'dist');

/** Daily handicaps on Proof Links (slope 113, scratch equal to par): 9, 19 and 27. */
const PROFILES: readonly Profile[] = [
  { name: 'Arthur Ash', gender: 'MALE', handicap: 10, golflinkNumber: '9990112345' },
  { name: 'Bella Banks', gender: 'FEMALE', handicap: 20, golflinkNumber: '9990123456' },
  { name: 'Cara Cole', gender: 'FEMALE', handicap: 28, golflinkNumber: '9990134567' },
];

/** A tour signs in dozens of golfers at the same moment, which a busy machine does not answer in time. */
const SIGN_INS_AT_ONCE = 3;

/** Builds the client if its sources have changed, unless `WEB_DIR` names a built one. In tests it is already built. */
export async function buildClient(): Promise<void> {
  if (process.env.WEB_DIR) return;
  const build = spawn(process.execPath, [path.join(ROOT, 'tools', 'build-client.mjs')], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The web client does not build');
}

/** Tests of what golfers do, by name. */
export type Flows = Record<string, (stage: Stage) => Promise<void>>;

/** The whole product with the built client, and a browser. */
export class Stage {
  private readonly phones: Phone[] = [];
  /** Signed-out phones of earlier stories, which a story's golfers take before new ones. */
  private readonly idle: Phone[] = [];
  private readonly signIns = pLimit(SIGN_INS_AT_ONCE);

  private constructor(
    readonly stack: Stack,
    readonly browser: Browser,
    readonly courseId: string,
  ) {}

  static async start(): Promise<Stage> {
    const browser = await launchChromium();
    let stack: Stack | null = null;
    try {
      stack = await Stack.start({ env: { WEB_DIR: process.env.WEB_DIR || BUILT_CLIENT } });
      const first = new Golfer(stack.bases[0] ?? '', { name: 'Greta Green', gender: 'FEMALE', handicap: 12 });
      await first.hasAccount(stack.database);
      return new Stage(stack, browser, await proofLinks(first));
    } catch (error) {
      await stack?.stop();
      await browser.close();
      throw error;
    }
  }

  get base(): string {
    return this.stack.bases[0] ?? '';
  }

  /** A golfer with an account. Names get a unique word, so that a search finds no golfer of another story. */
  async golfer(profile: Profile): Promise<Golfer> {
    const golfer = new Golfer(this.base, { ...profile, name: `${profile.name} ${word()}` });
    return this.signIns(() => golfer.hasAccount(this.stack.database));
  }

  /** Creates 1 to 3 golfers, each signed in on a phone. */
  players(count: 1): Promise<[Player]>;
  players(count: 2): Promise<[Player, Player]>;
  players(count: 3): Promise<[Player, Player, Player]>;
  players(count: number): Promise<Player[]> {
    return Promise.all(
      PROFILES.slice(0, count).map(async (profile) => {
        const golfer = await this.golfer(profile);
        return new Player(golfer, await this.usedPhoneOf(golfer));
      }),
    );
  }

  /** An idle phone, now with a golfer signed in, or a new one. */
  private async usedPhoneOf(golfer: Golfer): Promise<Phone> {
    const phone = this.idle.pop();
    if (phone === undefined) return this.phoneOf(golfer);
    this.phones.push(phone);
    await phone.handsTo(golfer);
    return phone;
  }

  /** Another phone, or a computer, with a golfer signed in. */
  phoneOf(golfer: Golfer, options: BrowserContextOptions = PHONE): Promise<Phone> {
    return this.phone({ ...options, storageState: signedIn(golfer, this.base) });
  }

  /** A visitor's phone, signed out unless its storage is given. */
  async phone(options: BrowserContextOptions = PHONE): Promise<Phone> {
    const phone = await Phone.take(this.browser, this.base, options);
    this.phones.push(phone);
    return phone;
  }

  /** Fails with all hidden errors on the phones. */
  assertNoFaults(): void {
    const faults = this.phones.flatMap((phone) => phone.faults.list());
    if (faults.length > 0) throw new Error(`Went wrong unseen:\n${faults.join('\n')}`);
  }

  /** Keeps a picture and the text of every open page, and the end of the api's log. Returns the folder. */
  async keepEvidence(story: string): Promise<string> {
    const folder = path.join(BROWSER_DATA, 'failures', story.replaceAll(/\W+/g, '-').slice(0, 80));
    mkdirSync(folder, { recursive: true });
    for (const [index, { page, faults }] of this.phones.entries()) {
      if (page.isClosed()) continue;
      const file = path.join(folder, `phone-${index + 1}`);
      await page.screenshot({ path: `${file}.png`, timeout: 5_000 }).catch(() => undefined);
      const words = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch(() => '');
      writeFileSync(`${file}.txt`, [page.url(), ...faults.list(), words].join('\n'));
    }
    writeFileSync(path.join(folder, 'api.log'), this.stack.apis[0]?.output ?? '');
    return folder;
  }

  /** Ends a story: keeps ordinary phones for the next ones, which then need no new browser process, and closes others. */
  async clear(): Promise<void> {
    await this.putAway(this.phones.filter((phone) => !phone.isOrdinary));
    for (const phone of this.phones.splice(0)) {
      await phone.handsTo(null);
      this.idle.push(phone);
    }
  }

  /** Closes phones, all of them by default. */
  async putAway(phones: readonly Phone[] = [...this.phones]): Promise<void> {
    for (const phone of phones) this.phones.splice(this.phones.indexOf(phone), 1);
    await Promise.all(phones.map(({ context }) => context.close()));
  }

  async stop(): Promise<void> {
    await this.putAway();
    await this.browser.close();
    await this.stack.stop();
  }
}

const word = (): string =>
  randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 6) || 'abc';
