import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Most bytes of lines to hold in memory for a slow reader. */
const WAITING_MAX = 1_048_576;
/** Characters after which the lines buffered during one turn of the event loop are written early. */
const BUFFER_MAX = 65_536;
const STANDARD_OUTPUT = 1;
/** Pino's level from which a line is written immediately, as it may be the last. */
const ERROR = 50;

let lost = 0;
/** A closed reader must not end the process; the lines it misses are counted. */
const ignore = (): void => undefined;

/** Number of this process's log lines that could not be written. */
export function lostLogLines(): number {
  return lost;
}

/**
 * Writes log lines without ever blocking, at the end of a turn of the event loop, an error or the exit. Lines that
 * cannot be written are counted and reported.
 */
export function logToStandardOutput(name: string): DestinationStream {
  return {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      (buffer ??= new LineBuffer()).add(line, name, this.lastLevel >= ERROR);
    },
  } as DestinationStream & { lastLevel: number };
}

/** One buffer per process, since all of its loggers share standard output. */
let buffer: LineBuffer | undefined;

class LineBuffer {
  private readonly write = isFile(STANDARD_OUTPUT) ? fileWriter(STANDARD_OUTPUT) : streamWriter(process.stdout);
  private text = '';
  private lines = 0;
  private name = '';
  private pendingFlush: NodeJS.Immediate | undefined;
  private logged = 0;

  constructor() {
    process.on('exit', () => this.flush());
  }

  add(line: string, name: string, immediately: boolean): void {
    this.text += line;
    this.lines += 1;
    this.name = name;
    if (immediately || this.text.length > BUFFER_MAX) this.flush();
    else this.pendingFlush ??= setImmediate(() => this.flush());
  }

  private flush(): void {
    clearImmediate(this.pendingFlush);
    this.pendingFlush = undefined;
    const { text, lines, name } = this;
    if (lines === 0) return;
    this.text = '';
    this.lines = 0;
    if (lost > this.logged) {
      const report = { level: 40, time: Date.now(), name, lost: lost - this.logged, msg: 'log lines were lost' };
      if (this.write(`${JSON.stringify(report)}\n`, 1) === 0) this.logged = lost;
    }
    lost += this.write(text, lines);
  }
}

/** Whether writes are synchronous: for files, and devices such as a terminal. */
function isFile(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isCharacterDevice();
  } catch {
    // Closed before the process started: every write fails immediately.
    return true;
  }
}

type Writer = (text: string, lines: number) => number;

function fileWriter(fd: number): Writer {
  let torn = false;
  return (text, lines) => {
    try {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      // A part alone is written when the disk is full: the lines count as lost, and the next one begins on its own.
      torn = writeSync(fd, bytes) < bytes.length;
      return torn ? lines : 0;
    } catch {
      return lines;
    }
  };
}

/** For a pipe or socket: lines wait in memory, up to a limit, until the reader takes them. */
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
