import {
  chmodSync,
  copyFileSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const LARGEST_BYTES = 10_000_000;
const TRIM_EVERY_MS = 10_000;
const TAIL_BYTES = 16_000;
const LINES_SHOWN = 25;

/**
 * The log of one process: `api.log`, and its previous part in `api.log.1`. Processes write to the file directly: a pipe
 * to the supervisor would break with it, and a broken pipe can hang a process that is shutting down.
 */
export class LogFile {
  readonly file: string;
  /** For the output of a process; every write appends to the file. */
  readonly fd: number;
  /** Where the lines of the process begin that runs now. */
  private begun = 0;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    // Also for folders of an earlier build, which others could read.
    chmodSync(folder, 0o700);
    this.file = path.join(folder, `${name}.log`);
    this.fd = openSync(this.file, 'a+', 0o600);
    fchmodSync(this.fd, 0o600);
    this.trim();
    setInterval(() => this.trim(), TRIM_EVERY_MS).unref();
  }

  /** Writes a line, or drops it if that fails, as on a full disk. */
  write(line: string): void {
    try {
      writeSync(this.fd, `${line}\n`);
    } catch {
      // There is nowhere else to report it.
    }
  }

  /** Limits the size. A line written at the same moment may be lost. */
  private trim(): void {
    if (fstatSync(this.fd).size < LARGEST_BYTES) return;
    try {
      copyFileSync(this.file, `${this.file}.1`);
    } catch {
      // No room for a copy: the file still has to be truncated.
    }
    ftruncateSync(this.fd, 0);
    this.begun = 0;
  }

  /** Call it before a process starts: lines of earlier ones would name a problem that is solved. */
  begin(): void {
    this.begun = fstatSync(this.fd).size;
  }

  /** The last lines of the process, for a message about its death. */
  tail(): string {
    const { size } = fstatSync(this.fd);
    const bytes = Buffer.alloc(Math.min(Math.max(0, size - this.begun), TAIL_BYTES));
    const length = readSync(this.fd, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString('utf8', 0, length).trimEnd().split('\n');
    return lines
      .slice(-LINES_SHOWN)
      .map((line) => `  | ${line}`)
      .join('\n');
  }
}
