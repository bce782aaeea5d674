import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES } from '@fairmark/contract';
import {
  foldMatch,
  matchStream,
  verifyChain,
  type CommandMetadata,
  type MatchEvent,
  happened,
  nothing,
} from '@fairmark/events';
import { StoreUnavailable, type AppendResult } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import fc from 'fast-check';
import { Refusal } from '../../http/refusal.js';
import { deciding, MatchStreams, type Decide, type Done } from './match-streams.js';
import * as commands from '@fairmark/events/testing/commands';
import { corrected, started } from '@fairmark/events/testing/golfers';

const MATCH = '00000000-0000-4000-8000-000000000001';
const ANN = '00000000-0000-4000-8000-00000000000a';
const STREAM = matchStream(MATCH);

const settings = (handicap: number): Decide => deciding(commands.set(ANN, handicap));
const score = (holeNumber: number, strokes: number): Decide => deciding(commands.score(ANN, ANN, holeNumber, strokes));
const create = deciding(commands.create({ matchId: MATCH, actorId: ANN, playType: 'SOCIAL' }));
const start = deciding(commands.start({ actorId: ANN }));
const leave = deciding(commands.leaveRound(ANN));

const command = (): CommandMetadata => ({
  commandId: randomUUID(),
  fingerprint: 'f',
  actorId: ANN,
  deviceId: null,
  correlationId: 'c',
  occurredAt: null,
});

/** The result of a command that tests compare: everything that an answer could contain. */
const seen = ({ state, events, revision, position }: Done) => ({
  handicap: state.members.get(ANN)?.settings?.handicap ?? null,
  events: events.map(({ id, type }) => `${type} ${id}`),
  revision,
  position,
});

type Log = ConstructorParameters<typeof MatchStreams>[0];

/** A process's connection to the store: counts calls, and loses answers or appends as a network would. */
class Line implements Log {
  reads = 0;
  appends = 0;
  /** Faults of the next appends; when empty, they arrive and are answered. */
  readonly faults: ('answer lost' | 'never arrived')[] = [];
  /** Run before each append arrives, and before its answer. */
  before: () => Promise<void> = async () => undefined;
  after: () => Promise<void> = async () => undefined;

  constructor(public store: Log) {}

  async append(...call: Parameters<Log['append']>): Promise<AppendResult> {
    this.appends += 1;
    const fault = this.faults.shift();
    if (fault === 'never arrived') throw new StoreUnavailable('no line');
    await this.before();
    const result = await this.store.append(...call);
    await this.after();
    if (fault === 'answer lost') throw new StoreUnavailable('no answer');
    return result;
  }

  readStream(...call: Parameters<Log['readStream']>) {
    this.reads += 1;
    return this.store.readStream(...call);
  }

  logId = () => this.store.logId();
}

let store: MemoryEventStore;
let line: Line;
let streams: MatchStreams;
const NOW = '2026-05-01T00:00:00.000Z';
let now = NOW;
const clock = () => new Date(now);
const process = (over: Log = store) => new MatchStreams(over, clock, { admit: async () => undefined });

beforeEach(async () => {
  now = NOW;
  store = new MemoryEventStore();
  line = new Line(store);
  streams = process(line);
  await streams.execute(MATCH, command(), create, seen);
  line.reads = 0;
  line.appends = 0;
});

const log = () => store.readStream(STREAM);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

test('a fold that is ahead of a log with lost events is read again', async () => {
  const events = await log();
  for (let handicap = 1; handicap <= 3; handicap += 1) {
    await streams.execute(MATCH, command(), settings(handicap), seen);
  }
  // As after a failover to a server that lacks the last events.
  line.store = new MemoryEventStore();
  await line.store.append(STREAM, -1n, events);
  expect(await streams.execute(MATCH, command(), settings(9), seen)).toMatchObject({ handicap: 9, revision: 1n });
  expect(verifyChain(await line.readStream(STREAM))).toBeNull();
});

test('times in a stream never go backwards, whatever the clock says', async () => {
  now = '2026-04-30T00:00:00.000Z';
  await streams.execute(MATCH, command(), settings(5), seen);
  expect((await log()).map(({ metadata }) => metadata.recordedAt)).toEqual([NOW, NOW]);
});

describe('several processes', () => {
  test('a process that learns events from its feed reads nothing, and appends once', async () => {
    const over = new Line(store);
    const other = process(over);
    await other.latest(MATCH);
    const feed = async (from: bigint): Promise<void> => {
      for (const event of await store.readStream(STREAM, from)) other.learn(MATCH, event);
    };
    await streams.execute(MATCH, command(), settings(10), seen);
    await feed(0n);
    over.reads = 0;
    await other.execute(MATCH, command(), settings(11), seen);
    expect([over.appends, over.reads]).toEqual([1, 0]);
    // Events that the feed leaves out, or of a match that is not cached, are read when needed.
    await streams.execute(MATCH, command(), settings(12), seen);
    await streams.execute(MATCH, command(), settings(13), seen);
    await feed(4n);
    process(over).learn(MATCH, (await log())[0]!);
    expect((await other.since(MATCH, 4n))?.state.members.get(ANN)?.settings?.handicap).toBe(13);
    expect([over.reads, (await other.since(MATCH, 4n))?.revision, over.reads]).toEqual([1, 4n, 1]);
  });

  test('a command is decided again when events arrive during admission', async () => {
    const feed = async (): Promise<void> => {
      for (const event of await log()) admitted.learn(MATCH, event);
    };
    let rival = (): Promise<unknown> => streams.execute(MATCH, command(), settings(10), seen);
    const admit = async (): Promise<void> => {
      await rival();
      rival = async () => undefined;
      await feed();
    };
    const admitted = new MatchStreams(store, clock, { admit });
    await admitted.latest(MATCH);
    const handicaps: unknown[] = [];
    const decide: Decide = (state, at) => {
      handicaps.push(state?.members.get(ANN)?.settings?.handicap);
      return settings(11)(state, at);
    };
    await admitted.execute(MATCH, command(), decide, seen);
    expect(handicaps).toEqual([undefined, 10]);
  });

  test('a process that is behind neither refuses nor skips a command by its memory', async () => {
    const other = process();
    await other.latest(MATCH);
    await streams.execute(MATCH, command(), settings(10), seen);
    await streams.execute(MATCH, command(), start, seen);
    // In its memory the round has not started.
    await other.execute(MATCH, command(), score(1, 4), seen);
    await streams.execute(MATCH, command(), score(1, 5), seen);
    // In its memory the 4 is there.
    await other.execute(MATCH, command(), score(1, 4), seen);
    const state = foldMatch(await log());
    expect(state?.cards.get(ANN)?.player[0]?.strokes).toBe(4);
  });
});

test('a command that changes nothing is noted only with a key', async () => {
  await streams.execute(MATCH, command(), settings(10), seen);
  for (const keyed of [false, true]) await streams.execute(MATCH, { ...command(), keyed }, settings(10), seen);
  expect((await log()).map(({ type }) => type)).toEqual(['MatchCreated', 'HandicapSet', 'CommandNoted']);
});

test('a refused command that is sent again is decided again', async () => {
  const early = command();
  expect(await refusalOf(streams.execute(MATCH, early, score(1, 4), seen))).toBe('MATCH_NOT_STARTED');
  await streams.execute(MATCH, command(), settings(10), seen);
  await streams.execute(MATCH, command(), start, seen);
  await streams.execute(MATCH, early, score(1, 4), seen);
  expect((await log()).at(-1)).toMatchObject({ type: 'HoleScored', metadata: { commandId: early.commandId } });
});

describe('a log that does not answer', () => {
  test.each([
    ['whose answer is lost', ['answer lost'] as const],
    ['whose answer is lost twice', ['answer lost', 'answer lost'] as const],
    ['that never arrives', ['never arrived'] as const],
  ])('an append %s is sent again with the same ids', async (_, faults) => {
    line.faults.push(...faults);
    const answer = await streams.execute(MATCH, command(), settings(10), seen);
    expect(answer.handicap).toBe(10);
    expect((await log()).map(({ type }) => type)).toEqual(['MatchCreated', 'HandicapSet']);
  });

  test('a timeout is reported; the fold has no unconfirmed events, and the retry finds the outcome', async () => {
    const saved = command();
    // Each append takes two seconds.
    const begun = performance.now();
    const now = jest.spyOn(performance, 'now').mockImplementation(() => begun + line.appends * 2_000);
    line.faults.push('answer lost', 'answer lost');
    await expect(streams.execute(MATCH, saved, settings(10), seen)).rejects.toThrow(StoreUnavailable);
    const answer = await streams.execute(MATCH, saved, settings(10), seen);
    expect(answer).toMatchObject({ handicap: 10, revision: 1n });
    line.faults.push('never arrived', 'never arrived');
    await expect(streams.execute(MATCH, command(), settings(20), seen)).rejects.toThrow(StoreUnavailable);
    now.mockRestore();
    expect((await streams.latest(MATCH))?.state.members.get(ANN)?.settings?.handicap).toBe(10);
  });
});

test('answers show the match as it was right after the command, even when a reader was faster', async () => {
  const rival = process();
  // Between the append and its answer, another process writes more, and a reader of this process folds it all.
  line.after = async () => {
    await rival.execute(MATCH, command(), settings(20), seen);
    await streams.latest(MATCH);
  };
  const answer = await streams.execute(MATCH, command(), settings(10), seen);
  expect(answer).toMatchObject({ handicap: 10, revision: 1n });
});

/** Decides so many events, of any kind. */
const events = (count: number): Decide => {
  const many = Array.from({ length: count }, (_, n): MatchEvent => {
    return { type: n % 2 === 0 ? 'PlayerReadied' : 'PlayerUnreadied', data: { userId: ANN } };
  });
  return () => happened(...many);
};
const byAnother = () => ({ ...command(), actorId: randomUUID() });

test('a golfer who keeps changing a round is stopped, but not others, and retries still succeed', async () => {
  await streams.execute(MATCH, command(), () => happened(started({ [ANN]: null })), seen);
  const left = LIMITS.eventsPerMatchAndGolferMax - 3;
  for (let n = 0; n < 3; n += 1) await streams.execute(MATCH, command(), events(left / 3), () => null);
  const last = command();
  const answer = await streams.execute(MATCH, last, score(1, 4), seen);
  const refused = streams.execute(MATCH, command(), score(1, 5), seen);
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_CHANGES', message: MESSAGES.changedTooOften });
  expect(await streams.execute(MATCH, last, score(1, 4), seen)).toEqual(answer);
  const { revision } = await streams.execute(MATCH, byAnother(), events(1), seen);
  // An equal score succeeds, and is not noted.
  expect(await streams.execute(MATCH, { ...command(), keyed: true }, score(1, 4), seen)).toMatchObject({ revision });
  await streams.execute(MATCH, command(), leave, seen);
});

test('a match that has grown beyond its limit accepts only corrections and leaving', async () => {
  await streams.execute(MATCH, command(), () => happened(started({ [ANN]: null })), seen);
  for (let n = 0; n < 10; n += 1) await streams.execute(MATCH, byAnother(), events(500), () => null);
  expect(await refusalOf(streams.execute(MATCH, command(), score(1, 4), seen))).toBe('TOO_MANY_CHANGES');
  const before = await log();
  await streams.execute(MATCH, { ...command(), keyed: true }, () => nothing, seen);
  expect(await log()).toEqual(before);
  await streams.execute(MATCH, command(), () => happened(corrected(ANN, 'zoe', 4, 7)), seen);
  await streams.execute(MATCH, command(), leave, seen);
  const state = (await process().latest(MATCH))?.state;
  expect([state?.cards.get(ANN)?.corrections.length, state?.status]).toEqual([1, 'ENDED']);
});

test('every command counts once, whatever the order of commands, retries, faults and readers', async () => {
  const step = fc.record({
    process: fc.nat(2),
    command: fc.nat(7),
    fault: fc.constantFrom(null, 'answer lost' as const, 'never arrived' as const),
    read: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const shared = new MemoryEventStore();
      const lines = [new Line(shared), new Line(shared), new Line(shared)];
      const processes = lines.map((each) => process(each));
      const ids = Array.from({ length: 8 }, () => command());
      await processes[0]!.execute(MATCH, command(), create, seen);
      await Promise.all(
        steps.map(async (each) => {
          if (each.fault !== null) lines[each.process]!.faults.push(each.fault);
          const mine = processes[each.process]!;
          if (each.read) await mine.latest(MATCH);
          // Handicaps differ by command, so that each writes exactly one event unless it is the current one.
          await mine.execute(MATCH, ids[each.command]!, settings(each.command), seen).catch((error: unknown) => {
            const honest =
              error instanceof StoreUnavailable || (error instanceof Refusal && error.code === 'UNAVAILABLE');
            if (!honest) throw error;
          });
        }),
      );
      const events = await shared.readStream(STREAM);
      const commandIds = events.map(({ metadata }) => metadata.commandId);
      expect(new Set(commandIds).size).toBe(commandIds.length);
      expect(verifyChain(events)).toBeNull();
      for (const each of processes) expect((await each.latest(MATCH))?.state).toEqual(foldMatch(events));
    }),
    { numRuns: 50 },
  );
});
