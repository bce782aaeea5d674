import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What a leg of a run counted. */
export interface Totals {
  kills: number;
  freezes: number;
  cuts: number;
  fullDisks: number;
  acknowledged: number;
  retried: number;
  /** Acknowledged and not in the log. */
  lost: number;
  /** In the log more often than it was sent, or though it was refused. */
  doubled: number;
  /** Anything else that does not agree. */
  wrong: number;
}

export const NOTHING: Totals = {
  kills: 0,
  freezes: 0,
  cuts: 0,
  fullDisks: 0,
  acknowledged: 0,
  retried: 0,
  lost: 0,
  doubled: 0,
  wrong: 0,
};
const NAMES = Object.keys(NOTHING) as (keyof Totals)[];

/** Writes a leg behind those of a file; answers the sum of all of them. */
export function added(file: string, leg: Totals & { seed: number }): Totals {
  appendFileSync(file, `${JSON.stringify({ ...leg, at: new Date().toISOString() })}\n`);
  return sumIn(file);
}

/** The sum of a file's legs; of none, if it is not there. */
export function sumIn(file: string): Totals {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Totals).reduce(sum, NOTHING);
}

function sum(one: Totals, other: Totals): Totals {
  const total = { ...one };
  for (const name of NAMES) total[name] += other[name];
  return total;
}

/** `12 kills, 9 freezes, …`. */
export const words = (totals: Totals): string =>
  NAMES.map((name) => `${totals[name].toLocaleString('en')} ${name === 'fullDisks' ? 'full disks' : name}`).join(', ');

/** How many of the checker's sentences say what. */
export function sorted(wrongs: readonly string[]): Pick<Totals, 'lost' | 'doubled' | 'wrong'> {
  const lost = wrongs.filter((each) => each.startsWith('lost:')).length;
  const doubled = wrongs.filter((each) => /^never sent|stands twice$|share entry/.test(each)).length;
  return { lost, doubled, wrong: wrongs.length - lost - doubled };
}
