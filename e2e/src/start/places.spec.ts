import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { unprivilegedAccount } from '@fairmark/tools';
import { Clone } from './support/clone.js';

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

  const ownerOf = (file: string): number => statSync(file).uid;
  /** The accounts of api, projector and mail catcher. */
  const accounts = (): number[] =>
    [/\bapi\.js$/, /\bprojector\.js$/, /mail\/main\.js$/].map((script) => ownerOf(`/proc/${clone.pidOf(script)}`));

  it('serves as root under a closed home folder, with a warning that names the cure, and says why no backup is made', async () => {
    const product = await clone.started({ BACKUP_DIR: path.join(clone.home, 'nowhere') });
    await product.servesAll();
    expect(accounts()).toEqual([0, 0, 0]);
    expect(product.output).toMatch(/Warning: api and projector run as root, .* may not read .*\n.*To fix this/);
    await product.query('create table kept (word text)');
    await product.query(`insert into kept values ('Mörnington 🏌')`);
    await product.says(/The backup failed and will be tried again in an hour: There is no folder/);
    expect(await product.isReady()).toBe(true);
    await clone.stopsOnCtrlC();
  });

  it('runs the services as the account of the database, also on earlier data and after a crash', async () => {
    const uid = unprivilegedAccount()?.uid ?? 0;
    expect(uid).toBeGreaterThan(0);
    chmodSync(clone.home, 0o755);
    const { ino } = clone.keyFile();
    const backups = path.join(clone.home, 'later');
    const product = await clone.started({ DEMO: 'off', BACKUP_DIR: backups });
    mkdirSync(backups);
    chownSync(backups, uid, 0);
    await product.servesAll();
    expect(await product.query('select word from kept')).toEqual([{ word: 'Mörnington 🏌' }]);
    expect(clone.keyFile().ino).toBe(ino);
    expect(product.output).not.toContain('Warning');
    expect(accounts()).toEqual([uid, uid, uid]);
    process.kill(clone.pidOf(/\bapi\.js$/), 'SIGKILL');
    await product.says(/The api is running again/);
    await product.readyAgain();
    expect(accounts()).toEqual([uid, uid, uid]);
    // It serves https with the certificate, and has no key to make others.
    const files = ['server.pem', 'authority-key.pem', ''].map((name) => path.join(clone.dataDir, 'https', name));
    expect(files.map(ownerOf)).toEqual([uid, 0, 0]);
    // There is no nightly backup yet.
    await product.says(/The backup is in \S+ and was restored as a trial/);
    const [made = ''] = readdirSync(backups);
    expect(ownerOf(path.join(backups, made))).toBe(uid);
    await clone.stopsOnCtrlC();
  });
});
