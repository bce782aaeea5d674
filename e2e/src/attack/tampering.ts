import { eventHash, type RecordedEvent } from '@fairmark/events';
import { PostgresEventStore } from '@fairmark/event-store';
import type pg from 'pg';
import { withDatabase } from '@fairmark/server';
import { allEnter, play, proofLinks } from '../support/group.js';
import { attack, golfer } from './ground.js';

/** Runs `work` without the triggers that protect the log, as a superuser can. */
async function pastTriggers(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin; alter table log.events disable trigger all');
  await work();
  await client.query('alter table log.events enable always trigger unchangeable; commit');
}

/** F8, as far as the product claims to detect it: docs/security.md lists what it does not. */
export const TAMPERING = attack(
  'F8',
  'a superuser of the database changes the log that all golfers play on',
  async (ground) => {
    const { stack, check } = ground;
    const host = await golfer(ground, 'Tam Twist');
    const matchId = await play(host, [await golfer(ground, 'Tim True')], { course: await proofLinks(host) });
    await allEnter(matchId, [host]);
    const store = new PostgresEventStore({ connectionString: stack.databaseUrl });
    const round = await store.readStream(`match-${matchId}`);
    await store.close();
    const event = round.findLast(({ type }, at) => type === 'HoleScored' && at < round.length - 1);
    if (event === undefined) throw new Error('The round has no score');
    const forged: RecordedEvent = { ...event, data: { ...(event.data as object), strokes: 1 } };
    const rehashed = { ...event.metadata, hash: eventHash(forged) };

    const verdict = (): Promise<string> => stack.ops(['audit', 'verify']).catch(({ message }: Error) => message);
    const before = await verdict();
    check(`as it is: ${firstLine(before)}`, !before.includes('failed'));
    await withDatabase(stack.databaseUrl, async (client) => {
      await client.query('create temporary table kept as select * from log.events where id = $1', [event.id]);
      const removes = () => client.query('delete from log.events where id = $1', [event.id]);
      const becomes = (metadata: object) =>
        client.query('update log.events set data = $2, metadata = $3 where id = $1', [event.id, forged.data, metadata]);
      const changes: [what: string, change: () => Promise<unknown>][] = [
        ['strokes of an event', () => becomes(event.metadata)],
        ['strokes and the hash', () => becomes(rehashed)],
        ['an event taken out', removes],
      ];
      for (const [what, change] of changes) {
        await pastTriggers(client, change);
        const found = await verdict();
        check(`${what}: ${firstLine(found)}`, found.includes(` ${event.position}`) && found.includes('failed'));
        await pastTriggers(client, async () => {
          await removes();
          await client.query('insert into log.events select * from kept');
        });
      }
    });
  },
);

const firstLine = (text: string): string =>
  text
    .replace(/^ops failed: /, '')
    .trim()
    .split('\n')[0] ?? '';
