import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLIENT_EVENTS, SERVER_EVENTS } from '@fairmark/contract';
import { competitionStream } from '@fairmark/events';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { finishCompetition } from '@fairmark/projector';
import { createCompetition } from '@fairmark/projector/testing/competition-log';
import { addGolfer } from '@fairmark/projector/testing/rows';
import { findProgram, freePort, TestRedis } from '@fairmark/tools';
import { askRedis } from '../support/ask-redis.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { appoints, proofLinks } from '../support/group.js';
import { Service, Stack } from '../support/stack.js';
import { channelNames, LINE_PREFIX, lockNames, migrationNames, namesIn, tableNames } from './database-names.js';
import {
  byName,
  errorNames,
  metricNames,
  programNames,
  routeNames,
  settingDefaults,
  storageNames,
} from './process-names.js';
import { everyCommand, FILLS_A_CARD, type Cast, type Send, type Step } from './story.js';
import { checkGolden, type Names } from './table.js';

/**
 * Names that something outside the code relies on: builds that run beside this one, phones with an older page, files of
 * operators. They are read from running processes, from a migrated database and from the statements that Postgres logs:
 * code may move, while they stay as in `fixtures/golden-names.json` (`table.ts` says how to change one).
 */
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** Mails, rebuilds, competitions. */
const QUEUES = 4;
const CAST = ['ada', 'ben', 'cat', 'dot', 'eve'] as const;

describe('frozen names', () => {
  let stack: Stack;
  let course: string;
  let anchors: string;
  let apiMetrics: string;
  /** The tables before a rebuild. */
  let migrated: Names = {};
  const commands: Names = {};
  const cast = {} as Cast;

  beforeAll(async () => {
    anchors = mkdtempSync(path.join(tmpdir(), 'fairmark-golden-'));
    const port = await freePort();
    apiMetrics = `http://127.0.0.1:${port}`;
    stack = await Stack.start({
      env: { MAX_GROUP_SIZE: '4', METRICS_PORT: String(port), ANCHOR_DIR: anchors },
      postgres: {
        log_statement: 'all',
        log_line_prefix: LINE_PREFIX,
        log_error_verbosity: 'default',
      },
    });
    await signUp();
    await play();
    migrated = await tableNames(stack.database);
    // A rebuild has locks of its own.
    await stack.rebuild();
  }, 180_000);

  afterAll(async () => {
    for (const golfer of Object.values(cast)) golfer.hangsUp();
    await stack?.stop();
    rmSync(anchors, { recursive: true, force: true });
  }, 60_000);

  /** Signs up golfers with fixed ids, from which ids of commands are derived. */
  async function signUp(): Promise<void> {
    const base = stack.bases[0] ?? '';
    const model = new Golfer(base, { name: 'Mo Model', gender: 'MALE', handicap: 10 });
    await model.signsUp(stack.linkFromMail);
    course = await proofLinks(model);
    for (const [index, name] of CAST.entries()) {
      const golfer = new Golfer(base, { name, gender: 'FEMALE', handicap: 10 + index });
      const { email, handicap } = golfer;
      await addGolfer(stack.database, { id: id(index + 1), fullName: name, email, handicap });
      cast[name] = await golfer.signsIn();
      await golfer.listens();
      await golfer.emits('watch_course', { courseId: course });
    }
    await appoints(stack.databaseUrl, cast.eve, 'COMMITTEE', course);
  }

  async function play(): Promise<void> {
    let key = 0;
    let position = '0';
    const send: Send = async <Body>({ name, golfer, method, path: called, body }: Step): Promise<Body> => {
      if (called === '/api/user/delete') await golfer.confirmsPassword();
      const answer = await golfer.does(method, called, body, { key: id((key += 1)) });
      if (name !== FILLS_A_CARD) commands[name] = `${method} ${called}`;
      // Only the deletion of an account writes its events later.
      if (called === '/api/user/delete') {
        await eventually(async () => {
          const types = new Set((await eventsAfter(position)).map(({ type }) => type));
          return types.has('LobbyEnded') && types.has('CompetitionPlayerRemoved');
        }, 'the account has left its lobby and its competition');
      }
      const events = await eventsAfter(position);
      position = events.at(-1)?.position ?? position;
      // A GET has no key: its command and event get new ids each time.
      const known = method === 'GET' ? events.map((event) => ({ ...event, id: 'ID', command: 'ID' })) : events;
      if (name !== FILLS_A_CARD) commands[name] += `: ${commandsOf(known)}`;
      await joins(golfer, called, answer, body);
      return answer as Body;
    };
    await everyCommand(cast, course, send);
    await cast.eve.hears('leaderboard_changed');
    await cast.dot.hears('server_error');
  }

  interface Written {
    position: string;
    stream: string;
    type: string;
    id: string;
    command: string;
    fingerprint: string;
  }

  async function eventsAfter(position: string): Promise<Written[]> {
    const { rows } = await stack.database.query<Written>(
      `select position::text, stream, type, id, metadata ->> 'commandId' as command,
         metadata ->> 'fingerprint' as fingerprint
       from log.events where position > $1 order by log.events.position`,
      [position],
    );
    return rows;
  }

  /** The commands that wrote events, with what they wrote. */
  function commandsOf(events: readonly Written[]): string {
    const wrote = events.map(
      ({ command, fingerprint, stream, type, id: event }) =>
        `command ${command} fingerprint ${fingerprint} wrote ${type} ${event} to ${stream}`,
    );
    return wrote.length === 0 ? 'nothing' : wrote.sort().join('; ');
  }

  /** Makes the golfers of a match receive its events from now on. */
  async function joins(golfer: Golfer, called: string, answer: object, body: object = {}): Promise<void> {
    const asked = { ...body, ...answer } as { matchId?: string; match?: { id: string } };
    const matchId = asked.match?.id ?? asked.matchId;
    const enters = called.endsWith('/create') || called === '/api/match/invite';
    if (enters && matchId !== undefined && golfer.socket !== null) await golfer.emits('join_lobby', { matchId });
  }

  it('commands', async () => {
    const store = new MemoryEventStore();
    const [competitionId, hostId] = [id(101), id(102)];
    const [firstDay, at] = ['2020-01-06', '2020-01-06T00:00:00.000Z'];
    await createCompetition(store, { competitionId, hostId, players: [hostId], firstDay, at });
    expect(await finishCompetition(store, competitionId, '2026-01-01T00:00:00.000Z')).toBe(true);
    const finished = (await store.readStream(competitionStream(competitionId))).at(-1);
    const { commandId, fingerprint } = finished?.metadata ?? {};
    const name = 'a competition is finished at its deadline';
    const wrote = `wrote ${finished?.type} ${finished?.id} to ${finished?.stream}`;
    checkGolden('commands', { ...commands, [name]: `command ${commandId} fingerprint ${fingerprint} ${wrote}` });
  });

  it('migrations', async () => checkGolden('migrations', await migrationNames(stack.database)));

  it('tables, also after a rebuild', async () => {
    checkGolden('tables', migrated);
    expect(await tableNames(stack.database)).toEqual(migrated);
  });

  it('locks', () => checkGolden('locks', lockNames(stack.postgresLines)));
  it('channels', () => checkGolden('channels', channelNames(stack.postgresLines)));

  it('queues', async () => {
    // Whether a rebuild uses its queue here depends on timing; Redis always has the name of that queue.
    const jobs = await namesIn(
      stack.database,
      `select distinct 'Postgres, schema jobs, queue ' || queue as name, 'job ' || (data ->> 'name') as value
       from jobs.event where event = 'added' and queue <> 'rebuilds' order by 1, 2`,
    );
    let mails: Names = {};
    // The reactor writes them in the order of the log, this kind last.
    await eventually(async () => {
      // Their causes prevent a second mail.
      mails = await namesIn(
        stack.database,
        `select distinct 'mail ' || kind as name,
           regexp_replace(cause, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'ID', 'g') as value
         from app.mail_outbox order by 1, 2`,
      );
      return 'mail SIGNATURE' in mails;
    }, 'the mails of the rounds wait');
    const names: Names = { ...jobs, ...mails };
    const server = findProgram('redis-server');
    if (server === null) checkGolden('queues', names, { unseen: /^Redis/ });
    else checkGolden('queues', { ...names, ...(await queuesInRedis(server)) });
  });

  /** The queues of a projector with Redis. */
  async function queuesInRedis(server: string): Promise<Names> {
    const redis = await TestRedis.start(server);
    const projector = new Service('projector', {
      DATABASE_URL: stack.databaseUrl,
      REDIS_URL: redis.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: Buffer.alloc(32).toString('base64'),
      PORT: '1',
    });
    try {
      projector.start();
      let queues = new Set<string>();
      await eventually(
        async () => {
          const lines = (await askRedis(redis.port, 'KEYS *')).split('\r\n').filter((line) => /^[^*$]/.test(line));
          queues = new Set(lines.map((key) => key.split(':').slice(0, 2).join(':')));
          return queues.size >= QUEUES;
        },
        () => `there are keys in Redis. Its output: ${projector.output.slice(-2_000)}`,
      );
      return Object.fromEntries([...queues].sort().map((queue) => [`Redis ${queue}`, 'a queue']));
    } finally {
      await projector.kill('SIGKILL');
      await redis.remove();
    }
  }

  it('metrics', async () => {
    const ofProjector = await metricNames(stack.projectorMetrics[0] ?? '');
    const both = { ...(await metricNames(apiMetrics)), ...ofProjector };
    checkGolden('metrics', Object.fromEntries(Object.entries(both).sort(byName)));
  });

  it('sockets', () => {
    const fields = new Map<string, Set<string>>();
    for (const { event, payload } of Object.values(cast).flatMap(({ heard }) => heard)) {
      const all = fields.get(event) ?? new Set<string>();
      for (const field of Object.keys(payload)) all.add(field);
      fields.set(event, all);
    }
    const server = SERVER_EVENTS.map((name): [string, string] => {
      return [`server: ${name}`, [...(fields.get(name) ?? [])].sort().join(' ')];
    });
    const client = CLIENT_EVENTS.map((name): [string, string] => [`client: ${name}`, 'emitted by pages']);
    checkGolden('sockets', Object.fromEntries([...server, ...client]));
  });

  it('routes', async () => checkGolden('routes', await routeNames(stack.bases[0] ?? '')));
  it('errors', () => checkGolden('errors', errorNames()));
  it('settings', () => checkGolden('settings', settingDefaults()));
  it('storage', () => checkGolden('storage', storageNames()));
  it('programs', async () => checkGolden('programs', await programNames()));
});
