import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeAnchor } from '@fairmark/event-store';
import { signalWithin } from '@fairmark/server';
import type { AnchorSink } from './anchor-sink.js';

const TIMEOUT_MS = 30_000;
const STDERR_MAX = 500;
/** The environment variables that the program inherits. The others may hold passwords. */
const INHERITED_ENV = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'];

/** Runs the operator's program, without a shell: an anchor as JSON on its input, exit code 0 once it has kept it. */
export function anchorCommand([program = '', ...args]: readonly string[], timeoutMs = TIMEOUT_MS): AnchorSink {
  const run = async (line: string, signal: AbortSignal): Promise<void> => {
    const child = spawn(program, args, {
      env: Object.fromEntries(INHERITED_ENV.map((name) => [name, process.env[name]])),
      stdio: ['pipe', 'ignore', 'pipe'],
      signal: signalWithin(signal, timeoutMs),
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = `${stderr}${text}`.slice(0, STDERR_MAX)));
    // The exit code alone decides, even if the program never reads its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(line);
    const [code, by] = await once(child, 'exit').finally(() => {
      // Child processes of the program may still hold the other ends of the pipes.
      child.stdin.destroy();
      child.stderr.destroy();
    });
    if (code !== 0) throw new Error(`The program of ANCHOR_COMMAND ended with ${String(code ?? by)}: ${stderr.trim()}`);
  };
  return {
    name: 'COMMAND',
    most: 1,
    keep: async (anchors, signal) => {
      for (const { anchor } of anchors) await run(`${writeAnchor(anchor)}\n`, signal);
    },
  };
}
