import { CLUBHOUSE_LOCK } from '@fairmark/read-models';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Stack } from '../../support/stack.js';

/** Documented limit: the other one takes over within this time. */
export const TAKES_OVER_WITHIN_MS = 10_000;
const METRICS_WITHIN_MS = 2_000;
const SETTLES_WITHIN_MS = 20_000;

/** The state in a projector's metrics; null if it does not answer. */
export async function stateOf(stack: Stack, index: number): Promise<string | null> {
  const metrics = await fetch(`${stack.projectorMetrics[index]}/metrics`, {
    signal: AbortSignal.timeout(METRICS_WITHIN_MS),
  })
    .then((answer) => answer.text())
    .catch(() => '');
  return /^fairmark_projector_state\{state="(\w+)"\} 1$/m.exec(metrics)?.[1] ?? null;
}

/** Waits until a projector is in a state. */
export async function isIn(stack: Stack, index: number, state: string, withinMs = SETTLES_WITHIN_MS): Promise<void> {
  await eventually(
    async () => (await stateOf(stack, index)) === state,
    () => `projector ${index} is ${state}. Its output: ${stack.projectors[index]?.output.slice(-2_000)}`,
    withinMs,
  );
}

/** Waits until one of two projectors is active and the other on standby, and returns which is which. */
export async function workAndStandBy(stack: Stack): Promise<{ active: number; standBy: number }> {
  let found: { active: number; standBy: number } | undefined;
  await eventually(
    async () => {
      const states = await Promise.all(stack.projectors.map((_, index) => stateOf(stack, index)));
      const [active, standBy] = [states.indexOf('LIVE'), states.indexOf('STANDBY')];
      if (active >= 0 && standBy >= 0) found = { active, standBy };
      return found !== undefined;
    },
    'one projector works and the other stands by',
    SETTLES_WITHIN_MS,
  );
  return found ?? { active: 0, standBy: 1 };
}

/** The database sessions that may write the clubhouse's tables. */
export async function writers({ database }: Stack): Promise<number[]> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [...CLUBHOUSE_LOCK],
  );
  return rows.map(({ pid }) => pid);
}
