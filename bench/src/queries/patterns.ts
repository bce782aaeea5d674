import type { CourseCard } from '@fairmark/events';
import { chance, createLogger } from '@fairmark/server';
import { migrate } from '@fairmark/read-models';
import { rebuildClubhouse } from '@fairmark/projector';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { scriptedCourse } from '@fairmark/projector/testing/match-script';
import { query, withLog } from '../run/server.js';

const luck = chance('patterns');

/** Every course of the fill has one of these layouts. */
export const LAYOUTS: readonly CourseCard[] = ['Banksia Links', 'Wattle Park'].map((name) =>
  scriptedCourse(luck, name),
);

const GOLFERS = 40;
/** Events of complete matches, and of matches of all kinds: unfinished, unsigned, with withdrawals. */
const EVENTS = { complete: 48_000, ofAllKinds: 6_000 };

/**
 * Plays matches through the log and projects them. The rows, which the fill copies, are compared with an independent
 * fold of the log.
 */
export async function playPatterns(url: string): Promise<void> {
  await migrate(url);
  await withLog(url, async (store) => {
    const golfers = Array.from({ length: GOLFERS }, () => luck.uuid());
    const played = { golfers, courses: LAYOUTS, atOnce: 60, eventsPerAppend: 8 };
    await fillLog(store, { ...played, seed: 1, events: EVENTS.complete, complete: true });
    await fillLog(store, { ...played, seed: 2, events: EVENTS.ofAllKinds });
    await rebuildClubhouse({ databaseUrl: url, store, logger: createLogger('bench', 'silent') });
    const differences = await compareClubhouse(url, store);
    if (differences.length > 0) throw new Error(`The projected rows are wrong: ${differences.slice(0, 5).join('\n')}`);
    // Updates at every score leave dead space, which would be most of the smallest fill.
    await query(url, 'vacuum full');
  });
}
