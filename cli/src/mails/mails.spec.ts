import { Stand } from '@fairmark/projector/testing/stand';
import { ops } from '../testing/ops.js';

describe('mails begin-anew', () => {
  const club = Stand.forSuite();

  it('deletes the checkpoint, so that the projector starts a new one at the end of its log', async () => {
    await club.pool.query(`insert into app.mail_checkpoint (log_id, position) values ('another log', 7)`);
    expect(await ops(club.url, ['mails', 'begin-anew'])).toMatchObject({
      code: 0,
      stdout: 'From now on, only new events cause mails.\n',
    });
    expect((await club.pool.query('select from app.mail_checkpoint')).rowCount).toBe(0);
  });

  it('changes nothing when there is no checkpoint', async () => {
    const { code, stdout } = await ops(club.url, ['mails', 'begin-anew', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, begun: false }]);
  });
});
