import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf, gone, isAlive, signal } from '../postgres/processes.js';
import { StartProblem } from '../problem.js';

/** A process of a start, and a word of its command line, in case another process gets its id. */
interface Running {
  pid: number;
  word: string;
}

interface RunFile {
  supervisor: Running;
  children: Record<string, Running>;
}

const LEAVE_WITHIN_MS = 2_000;

/** The file in the data folder that lists the processes using it. Only one start may use it at a time. */
export class RunRecord {
  private readonly content: RunFile = {
    supervisor: { pid: process.pid, word: path.basename(process.argv[1] ?? '') },
    children: {},
  };

  private constructor(private readonly file: string) {}

  /** Claims the data folder and ends what a killed start left. Throws a StartProblem if another start uses it. */
  static async open(dataDir: string): Promise<RunRecord> {
    const record = new RunRecord(path.join(dataDir, 'running.json'));
    const earlier = record.read();
    if (earlier !== null) {
      const { pid } = earlier.supervisor;
      // In a restarted container this process may have the id of the killed one.
      if (pid !== process.pid && isStill(earlier.supervisor)) {
        throw new StartProblem(
          `Fairmark is already running on ${dataDir} (process ${pid}). Stop it first; or run a second one with DATA_DIR and PORT set to others`,
        );
      }
      await endAll(Object.values(earlier.children));
    }
    record.write();
    return record;
  }

  /** Records the current process of a name. */
  set(name: string, pid: number, word: string): void {
    this.content.children[name] = { pid, word };
    this.write();
  }

  close(): void {
    rmSync(this.file, { force: true });
  }

  private read(): RunFile | null {
    if (!existsSync(this.file)) return null;
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as RunFile;
    } catch {
      // Truncated by a power cut: no process of that start survived.
      return null;
    }
  }

  private write(): void {
    writeFileSync(`${this.file}.part`, JSON.stringify(this.content));
    renameSync(`${this.file}.part`, this.file);
  }
}

/** Processes without their supervisor are already draining: they are killed after a short wait. */
async function endAll(processes: Running[]): Promise<void> {
  const left = () => processes.filter(isStill);
  if (await gone(left, LEAVE_WITHIN_MS)) return;
  for (const { pid } of left()) {
    try {
      signal(pid, 'SIGKILL');
    } catch (cause) {
      const why = `Process ${pid} of an earlier start is still running and belongs to another account`;
      throw new StartProblem(why, { cause });
    }
  }
  await gone(left, LEAVE_WITHIN_MS);
}

/** Whether the id still belongs to the recorded process. */
function isStill({ pid, word }: Running): boolean {
  return isAlive(pid) && commandOf(pid).includes(word);
}
