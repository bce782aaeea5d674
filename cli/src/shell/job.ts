import type { Command } from 'commander';
import type { Output } from './output.js';
import type { Progress } from './progress.js';
import type { Shell } from './shell.js';

/** What a command works with. */
export interface Job {
  shell: Shell;
  output: Output;
  progress: Progress;
}

/**
 * Does a command's work: gives it its job, says what it throws, and keeps the exit code. `interrupted`: what became of the work, for
 * who pressed Ctrl-C.
 */
export type Run = (command: Command, work: (job: Job) => Promise<void>, interrupted?: string) => Promise<void>;

/** Puts a command, or a group of them, under its parent. */
export type Register = (parent: Command, run: Run) => void;

/** Examples under a command's help: what each is for, and its command line. */
export function examples(...lines: readonly (readonly [why: string, line: string])[]): string {
  return `\nExamples:\n${lines.map(([why, line]) => `  ${why}:\n    $ npm run ops -- ${line}`).join('\n')}`;
}

/** Paragraphs of a help text, with empty lines between them; line breaks within one are the terminal's business. */
export function prose(text: string): string {
  return text.trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}
