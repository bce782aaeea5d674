import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../system/replace-file.js';

export interface CaughtMail {
  /** Sorts by time of arrival; also the name of its file. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly from: string;
  /** The addresses that SMTP delivered it to, blind copies included. */
  readonly to: string[];
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

/** How many mails are kept; the oldest are removed first. */
const MAILS_KEPT = 500;

const FILE = /^(\d{13}-\d{6})\.json$/;

/** The newest mails, in memory and, given a folder, as one JSON file each, to survive restarts. */
export class MailStore {
  private readonly kept: CaughtMail[] = [];
  private count = 0;

  private constructor(private readonly folder?: string) {}

  /** Opens a folder of earlier mails, or an empty store without one. A file that cannot be read is left alone. */
  static async open(folder?: string): Promise<MailStore> {
    const store = new MailStore(folder);
    if (folder === undefined) return store;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of (await readdir(folder)).filter((file) => FILE.test(file)).sort()) {
      try {
        const mail = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as CaughtMail | null;
        if (mail === null) throw new Error('It is empty');
        store.kept.push({ ...mail, id: path.basename(name, '.json') });
      } catch (error) {
        console.error(`${path.join(folder, name)} is not a mail: ${String(error)}`);
      }
    }
    await store.dropOldest();
    return store;
  }

  /** In the order of arrival; with an address only the mails to it (case does not matter). */
  list(to?: string): CaughtMail[] {
    const wanted = to?.toLowerCase();
    return this.kept.filter((mail) => wanted === undefined || mail.to.some((one) => one.toLowerCase() === wanted));
  }

  find(id: string): CaughtMail | undefined {
    return this.kept.find((mail) => mail.id === id);
  }

  /** Keeps a mail. Resolves once it is on disk too. */
  async add(content: Omit<CaughtMail, 'id' | 'receivedAt'>, now: Date): Promise<CaughtMail> {
    this.count += 1;
    const id = `${now.getTime()}-${String(this.count % 1_000_000).padStart(6, '0')}`;
    const mail: CaughtMail = { id, receivedAt: now.toISOString(), ...content };
    if (this.folder !== undefined) {
      replaceFile(path.join(this.folder, `${id}.json`), JSON.stringify(mail, null, 2), { mode: 0o600 });
    }
    this.kept.push(mail);
    await this.dropOldest();
    return mail;
  }

  private async dropOldest(): Promise<void> {
    for (const { id } of this.kept.splice(0, Math.max(0, this.kept.length - MAILS_KEPT))) {
      if (this.folder !== undefined) await rm(path.join(this.folder, `${id}.json`), { force: true });
    }
  }
}
