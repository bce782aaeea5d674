import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that a slow reader has not taken yet: no more of them wait, in bytes. */
const WAITING_MAX = 1_048_576;
/** Lines of one turn of the loop are written together, but no more of them than this, in characters. */
const TOGETHER_MAX = 65_536;
const STANDARD_OUTPUT = 1;
/** Of pino: from here on a line is written at once, as it may be the last. */
const ERROR = 50;
const NEW_LINE = 10;

let lost = 0;
/** A reader that is gone ends nothing: what it misses is counted. */
const ignore = (): void => undefined;

/** Lines of this process's log that could not be written. */
export function lostLogLines(): number {
  return lost;
}

/**
 * Standard output for the lines of a log. It never waits: lines that can't be written now (a full disk, a reader that
 * stopped, one that is gone) are dropped and counted, and the first line that is written again is one that says how many were.
 * Lines of one turn of the loop are written together at its end, when an error is among them, and when the process exits.
 */
export function logToStandardOutput(name: string): DestinationStream {
  return {
    // Asks pino for `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      (together ??= new Together()).add(line, name, this.lastLevel >= ERROR);
    },
  } as DestinationStream & { lastLevel: number };
}

/** The lines of this process that are about to be written; its only standard output, however many loggers write to it. */
let together: Together | undefined;

class Together {
  private readonly write = isFile(STANDARD_OUTPUT) ? fileWriter(STANDARD_OUTPUT) : streamWriter(process.stdout);
  private text = '';
  private lines = 0;
  private name = '';
  private soon: NodeJS.Immediate | undefined;
  /** Lost lines that the log tells of. */
  private said = 0;

  constructor() {
    process.on('exit', () => this.flush());
  }

  add(line: string, name: string, atOnce: boolean): void {
    this.text += line;
    this.lines += 1;
    this.name = name;
    if (atOnce || this.text.length > TOGETHER_MAX) this.flush();
    else this.soon ??= setImmediate(() => this.flush());
  }

  private flush(): void {
    clearImmediate(this.soon);
    this.soon = undefined;
    const { text, lines, name } = this;
    if (lines === 0) return;
    this.text = '';
    this.lines = 0;
    if (lost > this.said) {
      const report = { level: 40, time: Date.now(), name, lost: lost - this.said, msg: 'lines of the log were lost' };
      if (this.write(`${JSON.stringify(report)}\n`, 1) === 0) this.said = lost;
    }
    lost += this.write(text, lines);
  }
}

/** Whatever is written at once: files, and devices such as a terminal. */
function isFile(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isCharacterDevice();
  } catch {
    // It was closed before the process started: every write fails at once.
    return true;
  }
}

/** Writes whole lines at once, and says how many it could not. */
type Writer = (text: string, lines: number) => number;

function fileWriter(fd: number): Writer {
  let torn = false;
  return (text, lines) => {
    try {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      const written = writeSync(fd, bytes);
      if (written === bytes.length) {
        torn = false;
        return 0;
      }
      // The disk was full. The end of a torn line was written with the first byte.
      let whole = torn && written > 0 ? -1 : 0;
      for (const byte of bytes.subarray(0, written)) if (byte === NEW_LINE) whole += 1;
      if (written > 0) torn = bytes[written - 1] !== NEW_LINE;
      return lines - whole;
    } catch {
      return lines;
    }
  };
}

/** A pipe or a socket: what its reader has not taken waits in memory, up to a bound. */
function streamWriter(stream: NodeJS.WriteStream): Writer {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  return (text, lines) => {
    if (stream.destroyed || stream.writableLength + text.length > WAITING_MAX) return lines;
    stream.write(text, (error) => {
      if (error) lost += lines;
    });
    return 0;
  };
}
