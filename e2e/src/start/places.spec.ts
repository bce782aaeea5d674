import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { unprivilegedAccount } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { Clone } from './support/clone.js';
import { keyOf, servesAll, stopsOnCtrlC } from './support/serves.js';

const isRoot = process.getuid?.() === 0;

/** Starts as root failed once. LANG and LC_ALL are not set. A path with spaces is tested in crashes.spec. */
(isRoot ? describe : describe.skip)('a start as root', () => {
  let clone: Clone;
  beforeAll(async () => {
    clone = await Clone.make({ homeMode: 0o700 });
  });
  // A failed test must not leave its product running for the next.
  afterEach(() => clone?.killEverything());
  afterAll(() => clone?.remove());

  /** Which account runs each service, by the service's name. */
  const accounts = (): Record<string, number> =>
    Object.fromEntries(
      clone.processes().flatMap(({ pid, command }) => {
        const name = /(api|projector|mail\/main)\.js$/.exec(command)?.[1];
        return name === undefined ? [] : [[name, statSync(`/proc/${pid}`).uid]];
      }),
    );
  const allOf = (uid: number) => ({ api: uid, projector: uid, 'mail/main': uid });

  it('serves as root under a closed home folder, with a warning that names the cure, and says why no backup is made', async () => {
    const product = clone.start({ BACKUP_DIR: path.join(clone.home, 'nowhere') });
    await product.running();
    await servesAll(clone, product);
    expect(accounts()).toEqual(allOf(0));
    expect(product.output).toMatch(/Warning: api and projector run as root, .* may not read .*\n.*To fix this/);
    await product.query('create table kept (word text)');
    await product.query(`insert into kept values ('Mörnington 🏌')`);
    await product.says(/The backup failed and will be tried again in an hour: There is no folder/);
    expect(await product.isReady()).toBe(true);
    await stopsOnCtrlC(clone, product);
  });

  it('runs the services as the account of the database, also on earlier data and after a crash', async () => {
    const uid = unprivilegedAccount()?.uid ?? 0;
    expect(uid).toBeGreaterThan(0);
    chmodSync(clone.home, 0o755);
    const { ino } = keyOf(clone);
    const backups = path.join(clone.home, 'later');
    const product = clone.start({ DEMO: 'off', BACKUP_DIR: backups });
    await product.running();
    mkdirSync(backups);
    chownSync(backups, uid, 0);
    await servesAll(clone, product);
    expect(await product.query('select word from kept')).toEqual([{ word: 'Mörnington 🏌' }]);
    expect(keyOf(clone).ino).toBe(ino);
    expect(product.output).not.toContain('Warning');
    expect(accounts()).toEqual(allOf(uid));
    const { api } = Object.fromEntries(
      clone.processes().map(({ pid, command }) => [/(\w+)\.js$/.exec(command)?.[1], pid]),
    );
    process.kill(api ?? 0, 'SIGKILL');
    await product.says(/The api is running again/);
    await eventually(() => product.isReady(), 'it serves again', 60_000);
    expect(accounts()).toEqual(allOf(uid));
    // It serves https with the certificate, and has no key to make others.
    const ownerOf = (name: string): number => statSync(path.join(clone.dataDir, 'https', name)).uid;
    expect([ownerOf('server.pem'), ownerOf('authority-key.pem'), ownerOf('')]).toEqual([uid, 0, 0]);
    // There is no nightly backup yet.
    await product.says(/The backup is in \S+ and was restored as a trial/);
    const [made = ''] = readdirSync(backups);
    expect(statSync(path.join(backups, made)).uid).toBe(uid);
    await stopsOnCtrlC(clone, product);
  });
});
