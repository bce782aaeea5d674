import { deepStrictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { everyCommand, type Cast, type Send } from '../golden/story.js';
import { isIn, stateOf } from '../many/support/projectors.js';
import { checkHistory } from '../support/checker.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { appoints, finishes, proofLinks, twoBall, type TwoBall } from '../support/group.js';
import type { Score } from '../support/history.js';
import { Scorers } from '../support/scorers.js';
import { Stack } from '../support/stack.js';

export interface Exercise {
  /** Folders of the two builds. */
  before: string;
  after: string;
  say: (text: string) => void;
}

const [OLD, NEW] = [0, 1] as const;
type Side = typeof OLD | typeof NEW;
const NAMES = ['the build before', 'the new build'] as const;
const BREATH_MS = 250;
const SETTLES_WITHIN_MS = 30_000;

/** Runs the exercise. Throws at the first deviation from the behaviour of a single build. */
export async function exercise({ before, after, say }: Exercise): Promise<void> {
  const stack = await Stack.start({ build: before, env: { MAX_GROUP_SIZE: '4' } });
  const upgrade = new Upgrade(stack);
  try {
    await upgrade.meetPlayers();
    say('The build before serves, and a round is played on it');
    await stack.migrate(after);
    await stack.addProjector(after);
    await stack.addApi({ build: after });
    await stack.ready(NEW);
    say('The new build has migrated, and serves beside it');
    say(`${await upgrade.sendsEverything(OLD, NEW)} commands taken by the build before are known to the new one`);
    say(`${await upgrade.sendsEverything(NEW, OLD)} commands taken by the new build are known to the one before`);
    const shared = await upgrade.shareTables();
    say(shared ? 'Both projectors keep the same tables' : 'Each projector keeps tables of its own');
    for (const ending of [OLD, NEW, OLD] as const) {
      await upgrade.takesOver(ending, shared);
      say(`The projector of ${NAMES[ending]} ended and came back; the tables went on`);
    }
    await upgrade.goesBack(before);
    say('The new build ended; the one before migrates, and knows what the new one took');
    await upgrade.goesForward(after);
    say('The new build is back');
    say(`${await upgrade.ends()} scores of phones at both builds are in the log once each, and in the tables`);
  } finally {
    await upgrade.stop();
    await stack.stop();
  }
}

/** Two builds on one database, with phones that play throughout. */
class Upgrade {
  private phones!: Scorers;
  private ball!: TwoBall;
  private quiet!: TwoBall;
  private takenByNew: { key: string; score: Score; answer: unknown } | null = null;

  constructor(private readonly stack: Stack) {}

  async meetPlayers(): Promise<void> {
    // By mail, as this build does not know the tables of an earlier one.
    this.ball = await twoBall(this.stack, ['Fay Fox', 'Gil Gray'], { signUp: true });
    this.quiet = await twoBall(this.stack, ['Jan Jay', 'Ken King'], { signUp: true });
    this.phones = Scorers.whoLook(this.ball, { bases: this.stack.bases, seed: 0, breathMs: BREATH_MS });
    await this.phones.goOn();
  }

  /** Sends every command to one build, then to the other: it must not be executed twice. Returns their number. */
  async sendsEverything(first: Side, second: Side): Promise<number> {
    const { stack } = this;
    const [from = '', to = ''] = [stack.bases[first], stack.bases[second]];
    const golfers = (['ada', 'ben', 'cat', 'dot', 'eve'] as const).map((name, n): [keyof Cast, Golfer] => [
      name,
      new Golfer(from, { name, gender: 'FEMALE', handicap: 10 + n }),
    ]);
    await Promise.all(golfers.map(([, golfer]) => golfer.signsUp(stack.linkFromMail)));
    const cast = Object.fromEntries(golfers) as Cast;
    const course = await proofLinks(cast.ada);
    // At the new build, as the old one may not have second factors yet and then requires none.
    await appoints(stack.databaseUrl, cast.eve, 'COMMITTEE', course, stack.bases[NEW]);
    let sent = 0;
    const send: Send = async <Body>({ name, golfer, method, path, body }: Parameters<Send>[0]): Promise<Body> => {
      const key = randomUUID();
      if (path === '/api/user/delete') await golfer.confirmsPassword({ base: from });
      const answer = await golfer.does(method, path, body, { key, base: from });
      // A deleted account cannot repeat a command, and a GET is no command.
      if (path !== '/api/user/delete' && method !== 'GET') {
        const written = await this.eventsBy(golfer);
        const again = await golfer.call(method, path, body, { key, base: to });
        const what = `${name}: ${method} ${path} at ${NAMES[first]}, again at ${NAMES[second]}`;
        deepStrictEqual(again.body, answer, `${what}, answered something else: ${JSON.stringify([answer, again])}`);
        deepStrictEqual(await this.eventsBy(golfer), written, `${what}, wrote again`);
        sent += 1;
      }
      return answer as Body;
    };
    await everyCommand(cast, course, send);
    await this.phones.goOn();
    return sent;
  }

  private async eventsBy({ id }: Golfer): Promise<number> {
    const { rows } = await this.stack.database.query<{ count: number }>(
      `select count(*)::int as count from log.events where metadata ->> 'actorId' = $1`,
      [id],
    );
    return rows[0]?.count ?? 0;
  }

  /** Whether the projectors share tables and take turns; with separate tables both are live. */
  async shareTables(): Promise<boolean> {
    const states: (string | null)[] = [];
    await eventually(
      async () => {
        for (const side of [OLD, NEW]) states[side] = await stateOf(this.stack, side);
        return states[OLD] === 'LIVE' && (states[NEW] === 'STANDBY' || states[NEW] === 'LIVE');
      },
      () => `both projectors are ready: ${states.join(', ')}. Its output: ${this.outputOf(NEW)}`,
      SETTLES_WITHIN_MS,
    );
    return states[NEW] === 'STANDBY';
  }

  /** Ends the projector of one build, which is active if they take turns, and restarts it. */
  async takesOver(ending: Side, shared: boolean): Promise<void> {
    const staying: Side = ending === OLD ? NEW : OLD;
    const projector = this.stack.projectors[ending];
    await isIn(this.stack, ending, 'LIVE');
    await projector?.kill('SIGTERM');
    await isIn(this.stack, staying, 'LIVE', SETTLES_WITHIN_MS);
    for (const side of shared ? ([OLD, NEW] as const) : [staying]) await this.isFresh(side);
    projector?.start();
    await isIn(this.stack, ending, shared ? 'STANDBY' : 'LIVE', SETTLES_WITHIN_MS);
    await this.phones.goOn();
  }

  /** Checks that the tables read by the api of `side` show a new entry. */
  private async isFresh(side: Side): Promise<void> {
    const [golfer] = this.quiet.players;
    const { matchId } = this.quiet;
    const { position, log } = await golfer.enters(matchId, 1, 3 + ((await this.eventsBy(golfer)) % 5));
    const path = `/api/match/current?position=${position}&log=${log}`;
    await eventually(
      async () => {
        const { status, body } = await golfer.call('GET', path, undefined, { base: this.stack.bases[side] });
        return status === 200 && body.stale !== true;
      },
      `the tables of ${NAMES[side]} are fresh`,
      SETTLES_WITHIN_MS,
    );
  }

  /** Rolls back: the new build ends, and the old one migrates and starts. */
  async goesBack(before: string): Promise<void> {
    const { stack } = this;
    const [golfer] = this.quiet.players;
    const score = { matchId: this.quiet.matchId, userId: golfer.id, holeNumber: 18, strokes: 7 };
    const key = randomUUID();
    const answer = await golfer.does('POST', '/api/match/score', score, { key, base: stack.bases[NEW] });
    this.takenByNew = { key, score, answer };
    await stack.projectors[NEW]?.kill('SIGTERM');
    await stack.migrate(before);
    // Restarted after the migration, while the new api serves.
    for (const service of [stack.projectors[OLD], stack.apis[OLD]]) {
      await service?.kill('SIGTERM');
      service?.start();
    }
    await stack.ready(OLD);
    await stack.apis[NEW]?.kill('SIGTERM');
    await this.knowsWhatNewTook(OLD);
    await isIn(stack, OLD, 'LIVE', SETTLES_WITHIN_MS);
    await this.isFresh(OLD);
    await this.phones.goOn();
  }

  /** A golfer of the quiet round, using one build's api. */
  private at(side: Side, player: 0 | 1): Golfer {
    const { profile, email, token, id } = this.quiet.players[player];
    return Object.assign(new Golfer(this.stack.bases[side] ?? '', profile, email), { token, id });
  }

  private async knowsWhatNewTook(side: Side): Promise<void> {
    const [golfer] = this.quiet.players;
    const { key, score, answer } = this.takenByNew ?? {};
    const base = this.stack.bases[side];
    const again = await golfer.does('POST', '/api/match/score', score, { key, base });
    deepStrictEqual(again, answer, `${NAMES[side]} answers a command that the new build took`);
  }

  async goesForward(after: string): Promise<void> {
    const { stack } = this;
    await stack.migrate(after);
    stack.projectors[NEW]?.start();
    stack.apis[NEW]?.start();
    await stack.ready(NEW);
    await this.knowsWhatNewTook(NEW);
    await stack.projectors[OLD]?.kill('SIGTERM');
    await isIn(stack, NEW, 'LIVE', SETTLES_WITHIN_MS);
    await this.isFresh(NEW);
    // One phone at each build.
    await finishes({ ...this.quiet, players: [this.at(OLD, 0), this.at(NEW, 1)] });
    await this.phones.goOn();
  }

  /** Compares log and tables with the phones' answers. Returns the number of scores. */
  async ends(): Promise<number> {
    await this.phones.stop();
    const { operations, failed } = this.phones.history;
    deepStrictEqual(failed, []);
    deepStrictEqual(
      operations.filter(({ result }) => result !== 'acknowledged'),
      [],
    );
    deepStrictEqual(checkHistory(operations, await wholeLog(this.stack.log), this.ball), []);
    deepStrictEqual(await this.stack.differences(), []);
    return operations.length;
  }

  async stop(): Promise<void> {
    await this.phones?.stop();
  }

  private outputOf(side: Side): string {
    return this.stack.projectors[side]?.output.slice(-2_000) ?? '';
  }
}
