import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stand } from '@fairmark/projector/testing/stand';
import { suiteFolder } from '../testing/club.js';
import { playDisputedRound, type DisputedRound } from '../testing/disputed-round.js';
import { ops } from '../testing/ops.js';

/** What is told of a committee's words that are not shown: whether they were left out, changed or erased. */

const NOTE = 'A wrong ball on the 7th';

let club: Stand;
let round: DisputedRound;
const home = suiteFolder();
beforeAll(async () => {
  club = await Stand.make();
  round = await playDisputedRound(club.store, club.pool);
});
afterAll(() => club.end());

const told = async (): Promise<string> =>
  (await ops(club.url, ['audit', 'round', round.matchId, '--format', 'jsonl'])).stdout;

it('a bundle leaves them out, and says no more than that', async () => {
  const bundle = path.join(home, 'evidence');
  expect(await ops(club.url, ['audit', 'export', round.matchId, '--to', bundle])).toMatchObject({ code: 0 });
  for (const file of ['card.json', 'card.html']) {
    const text = readFileSync(path.join(bundle, file), 'utf8');
    expect(text).toContain('Its note is not in this file.');
    expect(text).not.toContain('erased');
    expect(text).not.toContain(NOTE);
  }
  expect(await ops(null, ['audit', 'verify', bundle])).toMatchObject({ code: 0, stderr: '' });
});

it('an audit tells words that were changed in the database from words that were erased', async () => {
  expect(await told()).toContain(`Note: “${NOTE}`);
  await club.pool.query(`update app.correction_notes set note = 'She cheated' where match_id = $1`, [round.matchId]);
  const changed = await told();
  expect(changed).toContain('Its note was changed since, and is left out.');
  expect(changed).not.toContain('cheated');
  await club.pool.query('delete from app.correction_notes where match_id = $1', [round.matchId]);
  expect(await told()).toContain('Its note was erased.');
});
