import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

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
export const MAILS_KEPT = 500;

const FILE = /^(\d{13}-\d{6})\.json$/;

/** The newest mails, in memory and, given a folder, as one JSON file each, to survive restarts. */
export class MailStore {
  private constructor(
    private readonly folder: string | undefined,
    private readonly kept: CaughtMail[],
  ) {}

  private count = 0;

  /** Opens a folder of earlier mails, or an empty store without one. A file that cannot be read is left alone. */
  static async open(folder?: string): Promise<MailStore> {
    if (folder === undefined) return new MailStore(undefined, []);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
    for (const name of files.slice(0, -MAILS_KEPT)) await rm(path.join(folder, name));
    const read = await Promise.all(files.slice(-MAILS_KEPT).map((name) => readMail(path.join(folder, name))));
    return new MailStore(
      folder,
      read.filter((mail) => mail !== null),
    );
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
      const file = path.join(this.folder, `${id}.json`);
      await writeFile(`${file}.part`, JSON.stringify(mail, null, 2), { mode: 0o600 });
      await rename(`${file}.part`, file);
    }
    this.kept.push(mail);
    for (const old of this.kept.splice(0, Math.max(0, this.kept.length - MAILS_KEPT))) {
      if (this.folder !== undefined) await rm(path.join(this.folder, `${old.id}.json`), { force: true });
    }
    return mail;
  }
}

async function readMail(file: string): Promise<CaughtMail | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as CaughtMail;
  } catch (error) {
    console.error(`${file} is not a mail: ${String(error)}`);
    return null;
  }
}
