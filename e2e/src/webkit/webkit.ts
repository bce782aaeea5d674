import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { eventually } from '@fairmark/events/testing/eventually';
import { endChild, freePort } from '@fairmark/tools';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';

const SCREEN = '1600x1200x24';
/** Otherwise the browser's tool bar keeps its windows wider than a phone. */
const NARROW = '* { min-width: 0; padding: 0; margin: 0; }';

/** Browsers of WebKitGTK on a display of their own. */
export class WebKit {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'fairmark-webkit-'));
  private readonly children: ChildProcess[] = [];
  private readonly drivers: WebDriver[] = [];
  private env = process.env;

  /** Starts two browsers, each with its own storage. Throws if a program is missing. */
  async start(): Promise<[WebDriver, WebDriver]> {
    const style = path.join(this.folder, 'gtk-3.0', 'gtk.css');
    mkdirSync(path.dirname(style));
    writeFileSync(style, NARROW);
    const screen = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
    const { stdio } = await this.spawns('Xvfb', screen, ['ignore', 'ignore', 'ignore', 'pipe']);
    const [number] = (await once(stdio[3] as Readable, 'data')) as [Buffer];
    const DISPLAY = `:${number.toString().trim()}`;
    this.env = { ...process.env, DISPLAY, XDG_CONFIG_HOME: this.folder, LIBGL_ALWAYS_SOFTWARE: '1' };
    return [await this.browser(), await this.browser()];
  }

  /** A driver has only one browser. */
  private async browser(): Promise<WebDriver> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    await this.spawns('WebKitWebDriver', [`--port=${port}`], 'ignore');
    const answers = async () => (await fetch(`${address}/status`).catch(() => null))?.ok === true;
    await eventually(answers, 'the driver of WebKit answers');
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    this.drivers.push(driver);
    return driver;
  }

  private async spawns(program: string, args: string[], stdio: StdioOptions): Promise<ChildProcess> {
    const child = spawn(program, args, { env: this.env, stdio });
    await once(child, 'spawn');
    this.children.push(child);
    return child;
  }

  /** Writes a picture of each browser to a folder. */
  async keepPictures(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    for (const [index, driver] of this.drivers.entries()) {
      const picture = await driver.takeScreenshot().catch(() => '');
      writeFileSync(path.join(folder, `phone-${index + 1}.png`), picture, 'base64');
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.drivers.map((driver) => driver.quit().catch(() => undefined)));
    for (const child of this.children.toReversed()) await endChild(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
