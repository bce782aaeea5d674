import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Most bytes of lines to hold in memory for a slow reader. */
const WAITING_MAX = 1_048_576;
const STANDARD_OUTPUT = 1;

let lost = 0;
let reported = 0;
/** One per process, since all of its loggers share standard output. */
let write: Writer | undefined;
/** A closed reader must not end the process; the lines it misses are counted. */
const ignore = (): void => undefined;

/** Number of this process's log lines that could not be written. */
export function lostLogLines(): number {
  return lost;
}

/** Writes log lines without ever blocking. Lines that cannot be written are counted and reported. */
export function logToStandardOutput(name: string): DestinationStream {
  return {
    write: (line) => {
      write ??= isFile(STANDARD_OUTPUT) ? fileWriter(STANDARD_OUTPUT) : streamWriter(process.stdout);
      if (lost > reported) {
        const report = { level: 40, time: Date.now(), name, lost: lost - reported, msg: 'log lines were lost' };
        if (write(`${JSON.stringify(report)}\n`)) reported = lost;
      }
      if (!write(line)) lost += 1;
    },
  };
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

/** Returns false if it lost the line. */
type Writer = (line: string) => boolean;

function fileWriter(fd: number): Writer {
  let torn = false;
  return (line) => {
    try {
      const bytes = Buffer.from(torn ? `\n${line}` : line);
      // A part alone is written when the disk is full: the line counts as lost, and the next one begins on its own.
      torn = writeSync(fd, bytes) < bytes.length;
      return !torn;
    } catch {
      return false;
    }
  };
}

/** For a pipe or socket: lines wait in memory, up to a limit, until the reader takes them. */
function streamWriter(stream: NodeJS.WriteStream): Writer {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  return (line) => {
    if (stream.destroyed || stream.writableLength + line.length > WAITING_MAX) return false;
    stream.write(line, (error) => {
      if (error) lost += 1;
    });
    return true;
  };
}
