import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChild, freePort } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';

/** The configuration of the containers' proxy. */
export const CADDYFILE = fileURLToPath(new URL('../../../../docker/Caddyfile', import.meta.url));

/** Caddy with docker/Caddyfile, except for addresses: plain HTTP on a free port, in front of two local apis. */
export class Caddy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly base: string,
  ) {}

  static async start(program: string, apis: readonly string[]): Promise<Caddy> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-caddy-'));
    const [http, https, health] = [await freePort(), await freePort(), await freePort()];
    const base = `http://127.0.0.1:${http}`;
    const hosts = apis.map((api) => new URL(api).host).join(' ');
    const replaced: [string, string][] = [
      ['admin unix//tmp/caddy.sock', `admin off\n\thttp_port ${await freePort()}\n\thttps_port ${https}`],
      ['api-1:3000 api-2:3000', hosts],
      ['http://127.0.0.1:8080', `http://127.0.0.1:${health}`],
    ];
    const text = replaced.reduce(
      (all, [from, to]) => {
        if (!all.includes(from)) throw new Error(`docker/Caddyfile has no ${from} any more`);
        return all.replaceAll(from, to);
      },
      readFileSync(CADDYFILE, 'utf8'),
    );
    const file = path.join(folder, 'Caddyfile');
    writeFileSync(file, text);
    const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, SITE_ADDRESS: base, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
    const caddy = new Caddy(child, folder, base);
    await eventually(
      async () => (await fetch(`${base}/health/live`).catch(() => null))?.ok === true || child.exitCode !== null,
      () => `Caddy passes requests on. Its output: ${output}`,
    );
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${output}`);
    return caddy;
  }

  async stop(): Promise<void> {
    await endChild(this.child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
