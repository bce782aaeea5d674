import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { freePort } from '@fairmark/tools';
import { checkGolden } from '../golden/table.js';
import { Clone } from './support/clone.js';

/** Requests the product's usual ports, like a start without these variables. */
const USUAL_PORTS = { POSTGRES_PORT: '', MAIL_SMTP_PORT: '', MAIL_WEB_PORT: '' };

describe('a start that meets something unexpected', () => {
  let clone: Clone;
  let others: Server[] = [];
  beforeAll(async () => {
    clone = await Clone.inPlace();
  });
  afterAll(async () => {
    for (const server of others) server.close();
    await clone.remove();
  });

  it('takes other ports for mail and database than taken ones, and comes up without its log, which it names', async () => {
    others = [3025, 3080, 5440].map((port) => createServer().listen(port, '127.0.0.1'));
    // Another program may listen there already.
    const listening = others.map((server) => once(server, 'listening').catch((error: Error) => error));
    for (const { code = '' } of (await Promise.all(listening)) as { code?: string }[]) {
      expect(['', 'EADDRINUSE']).toContain(code);
    }
    const away = await freePort();
    const log = { EVENT_STORE_URL: `esdb://kim:hush@127.0.0.1:${away}?tls=false` };
    // gRPC follows it, and from Node 24 on fetch.
    const proxy = { NODE_USE_ENV_PROXY: '1', http_proxy: `http://127.0.0.1:${away}` };
    const product = await clone.started({ ...USUAL_PORTS, ...log, ...proxy, DEMO: 'off' });
    expect(await product.get('/health/ready')).toBe(200);
    checkGolden('data folder', filesOf(clone.dataDir));
    for (const name of ['Mail inbox', 'Database']) expect(product.printed(name)).not.toMatch(/:(3025|3080|5440)\b/);
    // Its address lacks user and password, which are in the file named below.
    expect(product.printed('Database')).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/fairmark$/);
    expect(product.printed('to connect')).toContain(path.join(clone.dataDir, 'database-url'));
    expect(await product.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect((await fetch(product.printed('Mail inbox'))).status).toBe(200);
    for (const service of ['api', 'projector']) {
      await product.says(new RegExp(`The ${service} waits for the log at esdb://127\\.0\\.0\\.1:${away} …`));
    }
    expect(product.output).not.toContain('hush');
    expect(clone.logOf('api')).not.toContain('proxy');
  });
});

/** What a start makes in its data folder while it runs. Whether there is compiled code depends on Node and account. */
function filesOf(folder: string): Record<string, string> {
  const kinds = (within: string): [string, string][] =>
    readdirSync(path.join(folder, within), { withFileTypes: true })
      .filter(({ name }) => name !== 'compile-cache')
      .map((entry) => [path.join(within, entry.name), entry.isDirectory() ? 'a folder' : 'a file']);
  return Object.fromEntries([...kinds('.'), ...kinds('logs')].sort(([one], [other]) => one.localeCompare(other, 'en')));
}
