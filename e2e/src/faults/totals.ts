import { appendFileSync, readFileSync } from 'node:fs';

const FAULTS = ['kills', 'freezes', 'cuts', 'fullDisks'] as const;
const SCORES = ['acknowledged', 'retried', 'lost', 'doubled', 'wrong'] as const;
const NAMES = [...FAULTS, ...SCORES];

/** Kinds of faults. */
export type Kind = (typeof FAULTS)[number];
/**
 * Counts of a leg. `lost`: acknowledged but not in the log; `doubled`: in the log more often than sent, or although
 * refused; `wrong`: any other inconsistency.
 */
export type Totals = Record<(typeof NAMES)[number], number>;

export const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0])) as Totals;

/** Appends a leg to a file, and returns the sum of all its legs. */
export function added(file: string, leg: Totals & { seed: number }): Totals {
  appendFileSync(file, `${JSON.stringify({ ...leg, at: new Date().toISOString() })}\n`);
  const total = { ...NOTHING };
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const counted = JSON.parse(line) as Totals;
    for (const name of NAMES) total[name] += counted[name];
  }
  return total;
}

/** `12 kills, 1 freeze, …`. */
export const words = (totals: Totals): string =>
  NAMES.map((name) => {
    const noun = name === 'fullDisks' ? 'full disks' : name;
    return `${totals[name].toLocaleString('en')} ${totals[name] === 1 ? noun.replace(/s$/, '') : noun}`;
  }).join(', ');

/** Counts the checker's messages by kind. */
export function sorted(wrongs: readonly string[]): Pick<Totals, 'lost' | 'doubled' | 'wrong'> {
  const lost = wrongs.filter((each) => each.startsWith('lost:')).length;
  const doubled = wrongs.filter((each) => /^never sent|stands twice$|share entry/.test(each)).length;
  return { lost, doubled, wrong: wrongs.length - lost - doubled };
}
