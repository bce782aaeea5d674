import { Option } from 'commander';
import type { CommandSpec } from '../shell/command.js';
import { Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { writeNewFile } from '../shell/new-folder.js';
import { openAll } from '../shell/open.js';
import { resolvePath } from '../shell/shell.js';
import { auditRound, matchIdOf, readRound, type AuditedRound } from './audited-round.js';
import { roundCsv } from './csv.js';
import { operatorOf, recordRead } from './operator.js';
import { roundHtml, type Made } from './round-html.js';
import { diffText, roundDiff, roundText, type RoundDiff } from './round-text.js';

/** How each format writes an audit. */
const FORMATS = {
  table: roundText,
  json: (audited) => JSON.stringify({ ok: true, ...audited }),
  jsonl: ({ lines }) => lines.map((line) => JSON.stringify(line)).join('\n'),
  csv: ({ lines }) => roundCsv(lines),
  html: roundHtml,
} satisfies Record<string, (audited: AuditedRound, made: Made) => string>;
type Format = keyof typeof FORMATS;

interface Given {
  at?: string;
  diff?: string[];
  format: Format;
  to?: string;
  json?: boolean;
}

export const roundCommand: CommandSpec = {
  name: 'round',
  summary: 'show the story of a round',
  about: `
Shows what happened in a round, in order: who did what in which capacity, when by the server's and the phone's clock, from which phone,
the old and new value of every hole that was changed, and who signed exactly which card. Then the cards.

A moment is a revision (the number in the first column) or a time: on the course's clock ('2026-11-21 08:30') or with a zone
(2026-11-20T21:30:00Z). A time includes the whole second or minute that is written.

The HTML is one self-contained file for a committee to print. It holds names.`,
  args: [['<id>', 'id of the round, or the link of its scorecard']],
  options: [
    ['--at <moment>', 'the round as it stood then'],
    ['--diff <moments...>', 'what changed between two moments'],
    new Option('--format <format>', 'output format').choices(Object.keys(FORMATS)).default('table'),
    ['--to <file>', 'write it to a new file instead of the terminal'],
  ],
  examples: [
    ['The story and the cards', 'audit round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
    ['The cards at half past eight', "audit round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01 --at '2026-11-21 08:30'"],
    ['What changed after revision 80', 'audit round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01 --diff 80 95'],
    ['A file to print', 'audit round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01 --format html --to round.html'],
  ],
  run: showRound,
};

async function showRound(job: Job, given: Given, id: string): Promise<void> {
  const { shell } = job;
  const matchId = matchIdOf(id);
  const points = twoPoints(given);
  const format = formatOf(given, points !== null);
  const opened = await openAll(job);
  await recordRead(shell, opened.database, { what: 'round', subject: matchId });
  const { audited: whole, asAt } = auditRound(await readRound(opened, matchId));
  const audited = given.at === undefined ? whole : { ...whole, ...asAt(given.at) };
  const diff = points === null ? null : roundDiff(asAt(points[0]), asAt(points[1]));
  const made = { by: operatorOf(shell), at: new Date().toISOString() };
  const text = diff === null ? FORMATS[format](audited, made) : diffIn(format, audited, diff);
  if (given.to === undefined) return void shell.stdout.write(`${text}\n`);
  const file = resolvePath(shell, given.to);
  await writeNewFile(file, `${text}\n`);
  job.result({ matchId, file, format }, `Wrote the audit of round ${matchId} to ${file}.`);
}

function twoPoints({ diff, at }: Given): readonly [string, string] | null {
  if (diff === undefined) return null;
  const [from, to] = diff;
  if (from === undefined || to === undefined || diff.length > 2) {
    throw new Misused('--diff takes two moments, and comes after the id: audit round ID --diff 80 95.');
  }
  if (at !== undefined) throw new Misused('--at and --diff cannot be combined.');
  return [from, to];
}

function formatOf({ format, json, to }: Given, diff: boolean): Format {
  const wanted = json === true && to === undefined ? 'json' : format;
  if (diff && wanted !== 'table' && wanted !== 'json') throw new Misused('--diff has the format table or json.');
  return wanted;
}

function diffIn(format: Format, audited: AuditedRound, diff: RoundDiff): string {
  if (format === 'table') return diffText(audited, diff);
  return JSON.stringify({ ok: true, round: audited.round, proof: audited.proof, ...diff });
}
