import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeAnchor } from '@fairmark/event-store';
import type { AnchorSink, MadeAnchor } from './anchor-sink.js';

const WITHIN_MS = 30_000;
/** Of what it says when it fails. */
const SAID_MAX = 500;
/** What a program needs of our environment: none of the passwords in it. */
const HANDED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'];

/**
 * A program of the operator's that gets each anchor on its standard input, in one line of JSON, and ends with 0 once it has kept it. Run
 * without a shell.
 */
export class AnchorCommand implements AnchorSink {
  readonly name = 'COMMAND';
  readonly most = 1;

  constructor(
    private readonly words: readonly string[],
    private readonly withinMs = WITHIN_MS,
  ) {}

  async keep(anchors: readonly MadeAnchor[], signal: AbortSignal): Promise<void> {
    for (const { anchor } of anchors) await this.run(`${writeAnchor(anchor)}\n`, signal);
  }

  private async run(line: string, signal: AbortSignal): Promise<void> {
    const [program = '', ...args] = this.words;
    const env = Object.fromEntries(HANDED_ON.map((name) => [name, process.env[name]]));
    const child = spawn(program, args, {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.withinMs)]),
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(0, SAID_MAX)));
    // Whoever does not read it says by its exit code what that means.
    child.stdin.on('error', () => undefined);
    child.stdin.end(line);
    const [code, by] = await once(child, 'exit').finally(() => {
      // What it left running may hold the other ends.
      child.stdin.destroy();
      child.stderr.destroy();
    });
    if (code !== 0) throw new Error(`The program of ANCHOR_COMMAND ended with ${String(code ?? by)}: ${said.trim()}`);
  }
}
