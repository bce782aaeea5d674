import { randomUUID } from 'node:crypto';
import { competitionStream, verifyChain, type NewEvent } from '@fairmark/events';
import { MemoryEventStore, StoreUnavailable, type AppendResult, type ExpectedRevision } from '@fairmark/event-store';
import { ERRORS } from '@fairmark/contract';
import { createLogger } from '@fairmark/server';
import type { SentCommand } from '../match/commands/command-identity.js';
import { CompetitionStreams } from './competition-streams.js';

const HOST = randomUUID();
const PLAYERS = Array.from({ length: 4 }, () => randomUUID());
const NOW = '2026-09-07T01:00:00.000Z';

/** A log whose answers are lost as often as it is told. */
class Unreliable extends MemoryEventStore {
  losing = 0;

  override async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    const result = await super.append(stream, expected, events);
    if (this.losing === 0) return result;
    this.losing -= 1;
    throw new StoreUnavailable('The answer was lost');
  }
}

describe('the streams of competitions', () => {
  let store: Unreliable;
  let id: string;
  let now: string;
  beforeEach(async () => {
    store = new Unreliable();
    id = randomUUID();
    now = NOW;
    await create(process());
  });

  /** As many processes as a test wants, on one log. */
  const process = () =>
    new CompetitionStreams(store, () => new Date(now), { admit: async () => undefined }, createLogger('api', 'silent'));
  const sent = (about: Partial<SentCommand> = {}): SentCommand => ({
    commandId: randomUUID(),
    fingerprint: 'a',
    actorId: HOST,
    deviceId: null,
    correlationId: randomUUID(),
    occurredAt: null,
    keyed: true,
    ...about,
  });
  const create = (streams: CompetitionStreams) => {
    const command = {
      type: 'CreateCompetition',
      competitionId: id,
      actorId: HOST,
      name: 'Ringers',
      competitionType: 'ECLECTIC',
      course: {
        courseId: randomUUID(),
        name: 'Saltbush Links',
        clubName: 'Saltbush',
        courseName: 'Links',
        state: 'NSW',
        timeZone: 'Australia/Sydney',
        golflinkCourseId: '20101',
      },
      duration: 4,
      days: ['Sunday'],
      allowance: 100,
      players: PLAYERS.slice(0, 1),
      accounts: new Set(PLAYERS),
    } as const;
    return streams.write(id, sent(), command);
  };
  const set = (streams: CompetitionStreams, players: string[], by = sent()) => {
    const command = { type: 'SetPlayers', actorId: HOST, players, accounts: new Set(PLAYERS) } as const;
    return streams.write(id, by, command);
  };
  const events = () => store.readStream(competitionStream(id));
  const playersNow = async () => [...((await process().latest(id))?.state.players.keys() ?? [])];

  it('take commands of several processes at one moment, each once and one after the other', async () => {
    const lists = PLAYERS.map((player) => [player]);
    await Promise.all(lists.map((players) => set(process(), players)));
    expect(await playersNow()).toHaveLength(1);
    expect(verifyChain(await events())).toBeNull();
  });

  it.each([1, 2])('write a command once whose answer was lost %i times', async (times) => {
    store.losing = times;
    const done = await set(process(), PLAYERS);
    expect(done.revision).toBe(2n);
    expect(await events()).toHaveLength(3);
    expect(await playersNow()).toEqual(PLAYERS);
  });

  it('know a command again in another process, whose answer never came', async () => {
    const by = sent();
    store.losing = 2;
    // Each append takes two seconds.
    const begun = performance.now();
    const now = jest.spyOn(performance, 'now').mockImplementation(() => begun + (2 - store.losing) * 2_000);
    await expect(set(process(), PLAYERS, by)).rejects.toThrow(StoreUnavailable);
    now.mockRestore();
    await set(process(), PLAYERS.slice(0, 2));
    const again = await set(process(), PLAYERS, by);
    expect([...again.state.players.keys()]).toEqual(PLAYERS);
    expect(await playersNow()).toEqual(PLAYERS.slice(0, 2));
  });

  it('refuse another request under the same key', async () => {
    const by = sent();
    await set(process(), PLAYERS, by);
    await expect(set(process(), [], { ...by, fingerprint: 'b' })).rejects.toThrow(
      ERRORS.IDEMPOTENCY_KEY_REUSED.message,
    );
  });

  it('note a command that changes nothing only where it may come again', async () => {
    const same = PLAYERS.slice(0, 1);
    await set(process(), same, sent({ keyed: false }));
    expect(await events()).toHaveLength(2);
    await set(process(), same);
    expect((await events()).at(-1)?.type).toBe('CompetitionCommandNoted');
  });

  it('never run backwards, whatever a clock says', async () => {
    now = '2026-09-06T00:00:00.000Z';
    await set(process(), PLAYERS);
    expect((await events()).map(({ metadata }) => metadata.recordedAt)).toEqual([NOW, NOW, NOW]);
  });
});
