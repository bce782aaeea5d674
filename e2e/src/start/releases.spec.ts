import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import type { DailyResultsAnswer, EclecticRoundAnswer, HistoryAnswer } from '@fairmark/contract';
import { unprivilegedAccount } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { Clone } from './support/clone.js';

/**
 * The data folder of an earlier release, as `npm start` left it on Linux, stopped, with a week of demo rounds,
 * and the answers of that release about them. Accounts, passwords and keys in it are the demo's own. A release adds its
 * folder here when it changes what is kept.
 */
const FIXTURES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures');
const RELEASES = ['data-folder-2026-11'];

interface Answers {
  email: string;
  password: string;
  course: string;
  day: string;
  /** Number of events in the log. */
  events: number;
  history: HistoryAnswer['rounds'];
  leaderboard: DailyResultsAnswer['rounds'];
  eclectic: EclecticRoundAnswer['eclecticRound'];
}

describe('a data folder of an earlier release', () => {
  let clone: Clone;
  afterEach(() => clone.remove());

  // Postgres cannot use files of another system.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux.each(RELEASES)('%s is brought up to date by a start, and answers as before', async (release) => {
    const before = JSON.parse(readFileSync(path.join(FIXTURES, `${release}.json`), 'utf8')) as Answers;
    clone = await Clone.inPlace();
    await unpack(path.join(FIXTURES, `${release}.tar.br`), clone);
    const product = await clone.started({ BACKUP: 'off' });
    expect(await product.query(`select count(*)::int as events from log.events`)).toEqual([{ events: before.events }]);

    const { email, password, course, day } = before;
    const profile = { name: '', gender: 'MALE', handicap: 0 } as const;
    const golfer = await new Golfer(`http://127.0.0.1:${clone.port}`, profile, email).signsIn(password);
    const ask = <Answer>(what: string) => golfer.does<Answer>('GET', `/api/mothership/${what}`);
    const history = async () => (await ask<HistoryAnswer>('history')).rounds;
    await eventually(
      async () => (await history()).length === before.history.length,
      'the tables of this release hold every round',
    );
    expect(await history()).toMatchObject(before.history);
    const board = await ask<DailyResultsAnswer>(`daily-results?course=${course}&day=${day}&sort=stableford`);
    expect(board.rounds).toMatchObject(before.leaderboard);
    const eclectic = await ask<EclecticRoundAnswer>(`eclectic-round?course=${course}`);
    expect(eclectic.eclecticRound).toMatchObject(before.eclectic);
    await clone.stopsOnCtrlC();
  });
});

/** Puts a packed data folder where the clone keeps its own. */
async function unpack(packed: string, clone: Clone): Promise<void> {
  mkdirSync(clone.dataDir, { recursive: true });
  const tar = path.join(clone.home, 'data.tar');
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(tar));
  execFileSync('tar', ['-xf', tar, '-C', clone.dataDir, '--no-same-owner']);
  const account = unprivilegedAccount();
  if (account === null) return;
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path.join(clone.dataDir, 'postgres')]);
}
