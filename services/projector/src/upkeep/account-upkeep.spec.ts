import { eventually } from '@fairmark/events/testing/eventually';
import { addGolfer } from '../testing/rows.js';
import { Stand } from '../testing/stand.js';
import { upkeepWork } from './account-upkeep.js';

describe('account upkeep', () => {
  const stand = Stand.forSuite();

  it('deletes rows that are no longer needed, and keeps the others', async () => {
    const kim = await addGolfer(stand.pool, { fullName: 'Kim Nguyen' });
    const add = (days: number) =>
      stand.pool.query(
        `with session as (insert into app.sessions (id, user_id, expires_at) values (gen_random_uuid(), $1, now() - $2 * interval '1 day')),
              link as (insert into app.mail_links (token_hash, user_id, purpose, expires_at)
                       values (gen_random_uuid()::text, $1, 'VERIFY', now() - $2 * interval '1 day')),
              signed as (insert into app.sign_ins (user_id, hour, kind, times) values ($1, now() - $2 * interval '1 day', 'SIGN_IN', 1)),
              uses as (insert into app.capped_uses (command_id, cap, user_id, uses, used_at)
                       values (gen_random_uuid(), 'invites', $1, 1, now() - $2 * interval '1 day'))
         insert into app.mail_outbox (cause, kind, user_id, created_at)
         values (gen_random_uuid()::text, 'VERIFY_EMAIL', $1, now() - $2 * interval '1 day')`,
        [kim.id, days],
      );
    const counts = async () => {
      const { rows } = await stand.pool.query(
        `select (select count(*)::int from app.sessions) as sessions, (select count(*)::int from app.mail_links) as links,
                (select count(*)::int from app.capped_uses) as uses, (select count(*)::int from app.sign_ins) as signs, (select count(*)::int from app.mail_outbox) as mails`,
      );
      return rows[0];
    };
    // An open session.
    await add(-1);
    await add(29);
    await add(31);
    const running = stand.work(upkeepWork(stand.pool));
    await eventually(async () => (await counts()).sessions === 2);
    await running.stop();
    expect(await counts()).toEqual({ sessions: 2, links: 2, uses: 2, signs: 2, mails: 2 });
  });
});
