import type { Chance } from '@fairmark/server';
import { entriesOf, makeGroups, textOf, type Cast, type Group } from './cast.js';
import type { Contestant } from './contestants.js';

/** More than any contestant is expected to store, so that the matches made in advance suffice. */
const SCORES_PER_SECOND_MAX = 12_000;
/** Two players, both sides of 18 holes. */
const ENTRIES_PER_MATCH_MIN = 72;

/** Makes this many matches. */
export type MakeGroups = (count: number) => Group[];

/** A maker of matches that are played today. */
export function groupsOf(luck: Chance, cast: Cast): MakeGroups {
  const day = new Date().toISOString().slice(0, 10);
  return (count) => makeGroups(luck, cast, Array<string>(count).fill(day));
}

/** The result of a run. */
export interface Played {
  /** Acknowledged scores per second. */
  perSecond: number;
  /** Duration of each score, in milliseconds. */
  latencies: number[];
  /** Processor time of the contestant's processes, in milliseconds; NaN if it has none. */
  processorMs: number;
  /** Acknowledged entries, as texts. */
  acknowledged: string[];
}

/** Runs clients that play separate matches, hole by hole, and wait for every answer. Matches are made in advance. */
export async function play(
  contestant: Contestant,
  groups: MakeGroups,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Played> {
  const latencies: number[] = [];
  const acknowledged: string[] = [];
  const waiting = groups(clients + Math.ceil((seconds * SCORES_PER_SECOND_MAX) / ENTRIES_PER_MATCH_MIN));
  await contestant.prepare(waiting);
  const { processes = [] } = contestant;
  const logged = () => processes.map((child) => child.logged);
  const spentMs = () => processes.reduce((sum, child) => sum + child.processorMs, 0);
  const [loggedBefore, before] = [logged(), spentMs()];
  const started = performance.now();
  const end = started + seconds * 1_000;
  const client = async (at: number): Promise<void> => {
    while (performance.now() < end) {
      const group = waiting.pop();
      if (group === undefined) throw new Error('Every match has been played: raise SCORES_PER_SECOND_MAX');
      for (const entry of entriesOf(group)) {
        const sent = performance.now();
        if (sent >= end) return;
        await contestant.score(at, entry);
        latencies.push(performance.now() - sent);
        acknowledged.push(textOf(entry));
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
  const perSecond = (latencies.length / (performance.now() - started)) * 1_000;
  const processorMs = processes.length === 0 ? Number.NaN : spentMs() - before;
  if (contestant.silent !== true && logged().some((bytes, at) => bytes === loggedBefore[at])) {
    throw new Error(`${contestant.name} wrote no log`);
  }
  return { perSecond, latencies, processorMs, acknowledged };
}
