import { parseArgs } from 'node:util';
import { isOverloaded, onThisMachine } from '@fairmark/events/testing/eventually';
import { Stack } from '../support/stack.js';
import { ACCOUNTS } from './accounts.js';
import { CAPS } from './caps.js';
import { Gauge, type Cost } from './gauge.js';
import type { Attack } from './ground.js';
import { LOGS } from './logs.js';
import { MAILS } from './mails.js';
import { ROUNDS } from './rounds.js';
import { SOCKETS } from './sockets.js';
import { SURFACE } from './surface.js';
import { TAMPERING } from './tampering.js';
import { WORDS } from './words.js';

/**
 * `npm run attack [-- --short] [--only F4]`: attacks a product with its usual limits while golfers score on it. Reports
 * each attempt, its answer and what a score took meanwhile; exits with 1 if one succeeded.
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } });
const SECONDS = values.short ? 1 : 10;
/** How much longer scores may take during an attack. */
const SCORE_P99_MS = 1_000;

/** Attacks that need sign-ups come first: F6 uses up this address's attempts to sign in. */
const ATTACKS = [SOCKETS, ROUNDS, CAPS, MAILS, WORDS, SURFACE, TAMPERING, LOGS, ACCOUNTS]
  .flat()
  .filter(({ name }) => values.only === undefined || name === values.only);

const say = (line: string): unknown => process.stdout.write(`${line}\n`);
const costWords = ({ p50, p99, scores }: Cost): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${scores}`;
let held = 0;
let failed = 0;
const check = (what: string, holds: boolean): void => {
  if (holds) held += 1;
  else failed += 1;
  say(`  ${holds ? 'PASS' : 'FAIL'}  ${what}`);
};

async function attack({ name, tries, run }: Attack, stack: Stack, gauge: Gauge, alone: Cost): Promise<void> {
  say(`\n${name}: ${tries}`);
  const ground = { stack, base: stack.bases[0] ?? '', gauge, seconds: SECONDS, check };
  const cost = await gauge.during(SECONDS, () =>
    run(ground).catch((error: unknown) => check(error instanceof Error ? error.message : String(error), false)),
  );
  const most = Math.round(onThisMachine(SCORE_P99_MS) + alone.p99);
  check(
    `a score meanwhile: ${costWords(cost)}, at most ${most} ms, ${cost.refused} refused; alone ${costWords(alone)}`,
    cost.refused === 0 && cost.p99 <= most,
  );
}

const begun = Date.now();
const stack = await Stack.start({ env: { RATE_LIMIT_SCALE: '1' } });
try {
  const gauge = await Gauge.start(stack);
  await gauge.during(1, () => Promise.resolve());
  const alone = await gauge.during(SECONDS, () => Promise.resolve());
  for (const each of ATTACKS) await attack(each, stack, gauge, alone);
} finally {
  await stack.stop();
}
const seconds = Math.round((Date.now() - begun) / 1_000);
const doubt = isOverloaded() ? '. This machine is overloaded: repeat what failed on a quiet one' : '';
say(`\n${ATTACKS.length} attacks, ${held} checks passed, ${failed} failed; ${seconds} s${doubt}`);
// Open handles of attacks would keep the process alive.
process.exit(failed > 0 ? 1 : 0);
