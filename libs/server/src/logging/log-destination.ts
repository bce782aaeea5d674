import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that a slow reader has not taken yet: no more of them wait, in bytes. */
const WAITING_MAX = 1_048_576;
const STANDARD_OUTPUT = 1;

let lost = 0;
/** A reader that is gone ends nothing: what it misses is counted. */
const ignore = (): void => undefined;

/** Lines of this process's log that could not be written. */
export function lostLogLines(): number {
  return lost;
}

/**
 * Standard output for the lines of a log. It never waits: a line that can't be written now (a full disk, a reader that
 * stopped, one that is gone) is dropped and counted, and the first line that is written again is one that says how many were.
 */
export function logToStandardOutput(name: string): DestinationStream {
  const write = isFile(STANDARD_OUTPUT) ? fileWriter(STANDARD_OUTPUT) : streamWriter(process.stdout);
  let said = lost;
  return {
    write: (line) => {
      if (lost > said) {
        const report = { level: 40, time: Date.now(), name, lost: lost - said, msg: 'lines of the log were lost' };
        if (write(`${JSON.stringify(report)}\n`)) said = lost;
      }
      if (!write(line)) lost += 1;
    },
  };
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

/** Writes at once, and says whether it could. */
type Writer = (text: string) => boolean;

function fileWriter(fd: number): Writer {
  let torn = false;
  return (text) => {
    try {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      const written = writeSync(fd, bytes);
      // The disk was full in the middle of a line.
      torn = written < bytes.length || (torn && written === 0);
      return !torn;
    } catch {
      return false;
    }
  };
}

/** A pipe or a socket: what its reader has not taken waits in memory, up to a bound. */
function streamWriter(stream: NodeJS.WriteStream): Writer {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  return (text) => {
    if (stream.destroyed || stream.writableLength + text.length > WAITING_MAX) return false;
    stream.write(text, (error) => {
      if (error) lost += 1;
    });
    return true;
  };
}
