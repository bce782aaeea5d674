import { eventually } from '@fairmark/events/testing/eventually';
import { sendMailLink } from '@fairmark/server';
import type { Pool } from 'pg';
import { refusal } from '../testing/mail-server.js';
import { MailStand } from '../testing/mail-stand.js';

describe('account mails', () => {
  const gates: (() => void)[] = [];
  // Waiting work must end before the stand does.
  afterEach(() => gates.splice(0).forEach((open) => open()));
  const mails = MailStand.forSuite();
  beforeEach(() => mails.mailServerIsBack());

  /** A gate that the test opens, at its end at the latest. */
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    gates.push(open);
    return { opened, open };
  };
  const golfer = (fullName = 'Kim Nguyen') => mails.golfer(fullName, { verified: false });
  /** A golfer who has asked for a link. */
  const asker = async (fullName?: string) => {
    const { id, email } = await golfer(fullName);
    return { email, ...(await mails.asks(id)) };
  };
  const row = async (cause: string) =>
    (await mails.sql('select link_token, sent_at from app.mail_outbox where cause = $1', [cause]))[0];
  const done = (cause: string) => eventually(async () => (await row(cause))?.link_token === null);
  const triesOf = (cause: string) =>
    mails.lines.filter((line) => line.includes(cause) && line.includes('trying again'));
  const mailsTo = (email: string) => mails.catcher.mailsTo(email);

  it('are sent with the link, as text and as HTML', async () => {
    const { id, email } = await golfer('Kim <b>O’Brien</b>');
    const verify = await mails.asks(id);
    await mails.works();
    await done(verify.cause);
    const [mail] = mailsTo(email);
    expect(mail).toMatchObject({
      subject: 'Verify your email for Fairmark',
      from: 'Fairmark <no-reply@fairmark.test>',
    });
    const link = `http://fairmark.test:3000/verify-email?token=${verify.token}`;
    expect(mail?.text.match(/https?:\/\/\S+/)?.[0]).toBe(link);
    expect(mail?.text).toContain('Hello Kim <b>O’Brien</b>,');
    expect(mail?.text).toContain('for 24 hours');
    // It is also sent when support has changed a golfer's address, years after the first round.
    expect(mail?.text).not.toMatch(/Welcome|first round|new Fairmark account/);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.html).toContain('Hello Kim &lt;b&gt;O’Brien&lt;/b&gt;,');

    const reset = await mails.asks(id, 'RESET_PASSWORD');
    await done(reset.cause);
    expect(mailsTo(email).at(-1)?.text).toContain(`http://fairmark.test:3000/reset-password?token=${reset.token}`);
    expect(mailsTo(email).at(-1)?.text).toContain('for 30 minutes');
  });

  it('lose their link once sent, and never expose it in jobs or logs', async () => {
    const { email, cause, token } = await asker();
    const jobs: string[] = [];
    const worker = await mails.works();
    await eventually(async () => {
      jobs.push(await everyJob(mails.pool));
      return (await row(cause))?.sent_at instanceof Date;
    });
    await worker.stop();
    expect(await row(cause)).toMatchObject({ link_token: null });
    expect(jobs.join()).toContain(cause);
    expect(jobs.join()).not.toContain(token);
    expect(mails.lines.join('')).toContain(cause);
    for (const hidden of [token, email, 'Nguyen']) expect(mails.lines.join('')).not.toContain(hidden);
  });

  it('wait while the mail server is down, even when jobs are lost, and are sent once it is back', async () => {
    await mails.mailServerStops();
    const { email, cause, token } = await asker();
    await mails.works();
    await eventually(() => triesOf(cause).length > 0);
    expect(await row(cause)).toMatchObject({ link_token: token, sent_at: null });
    await mails.sql('delete from jobs.job');
    await mails.mailServerIsBack();
    await done(cause);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('are sent once, whichever process sweeps and sends, and however often', async () => {
    const askers = await Promise.all(Array.from({ length: 12 }, () => asker()));
    const workers = await Promise.all([mails.works(), mails.works(), mails.works()]);
    for (const { cause } of askers) await done(cause);
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const { email } of askers) expect(mailsTo(email)).toHaveLength(1);
  });

  it('keep their message id when they are sent again', async () => {
    const { email, cause, token } = await asker();
    await mails.works();
    await done(cause);
    // As if the process had died after the mail server accepted it, before that was recorded.
    await mails.sql('update app.mail_outbox set link_token = $2, sent_at = null where cause = $1', [cause, token]);
    await done(cause);
    const ids = mailsTo(email).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${cause}@fairmark.test>`, `<${cause}@fairmark.test>`]);
  });

  it.each([
    ['http://fairmark.test:3000', 'fairmark.test'],
    ['http://192.168.1.20:3000', '[192.168.1.20]'],
  ])('come from the host of the pages, %s, and ask for no automatic reply', async (publicUrl, host) => {
    let received = { greeting: '', source: '' };
    await mails.mailServerIs({ mail: async (_, mail) => void (received = mail) });
    const { cause } = await asker();
    await mails.works({ publicUrl });
    await done(cause);
    const { greeting, source } = received;
    expect(greeting).toBe(host);
    expect(source).toContain(`Message-ID: <${cause}@${host}>`);
    expect(source).toContain('Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: OOF, AutoReply\r\n');
  });

  it('are not sent with an expired or replaced link, nor to a deleted account', async () => {
    const { id, email } = await golfer();
    const late = await mails.asks(id, 'RESET_PASSWORD', '31 minutes');
    const impatient = await golfer();
    for (const ago of [1_000, 0]) {
      await sendMailLink(mails.pool, { userId: impatient.id, purpose: 'RESET', now: new Date(Date.now() - ago) });
    }
    const [replaced, newest] = (await mails.outbox()).filter(({ user_id }) => user_id === impatient.id);
    const leaving = await golfer();
    const gone = await mails.asks(leaving.id);
    await mails.sql('update app.users set deletion_requested_at = now() where id = $1', [leaving.id]);
    const after = await mails.asks(id);
    await mails.works();
    await done(late.cause);
    await done(after.cause);
    for (const asked of [replaced, newest]) await done(asked?.cause ?? '');
    expect(mailsTo(impatient.email).map(({ text }) => text.includes(newest?.link_token ?? ' '))).toEqual([true]);
    expect(await row(late.cause)).toMatchObject({ sent_at: null });
    expect(mails.lines.filter((line) => line.includes(late.cause) && line.includes('is dropped'))).toHaveLength(1);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await row(gone.cause)).toMatchObject({ link_token: gone.token, sent_at: null });
    await mails.sql('delete from app.users where id = $1', [leaving.id]);
    expect(await row(gone.cause)).toBeUndefined();
    expect(mailsTo(leaving.email)).toHaveLength(0);
  });

  it('survive a lost connection, and store no words of the mail server, which may quote them', async () => {
    const { email, cause } = await asker('Kim Quotable');
    const [asked, refuse] = [gate(), gate()];
    await mails.mailServerIs({
      recipient: async (address) => {
        asked.open();
        await refuse.opened;
        throw refusal(450, `4.7.1 <${address}> "Hello Kim Quotable," looks like spam`);
      },
    });
    await mails.works();
    await asked.opened;
    expect(await mails.cut('fairmark jobs', `state = 'idle in transaction'`)).toBe(1);
    refuse.open();
    await eventually(() => triesOf(cause).length >= 2);
    const jobs = await everyJob(mails.pool);
    expect(jobs).toContain(cause);
    for (const text of [jobs, mails.lines.join('')]) {
      expect(text).toContain('The mail server answered 450');
      expect(text).not.toContain('Quotable');
      expect(text).not.toContain(email);
    }
    await mails.mailServerIsBack();
    await done(cause);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('are sent once when the mail server takes longer than the idle timeout of a transaction', async () => {
    const idleTimeoutMs = 3_000;
    const [slow, quick] = [await golfer(), await golfer()];
    const taken: string[] = [];
    const accept = gate();
    await mails.mailServerIs({
      mail: async (address) => {
        taken.push(address);
        if (address === slow.email) await accept.opened;
      },
    });
    const late = await mails.asks(slow.id);
    await mails.works({ idleTimeoutMs });
    await eventually(() => taken.length === 1);
    // Another mail does not wait for it.
    await done((await mails.asks(quick.id)).cause);
    const heldLong = `clock_timestamp() - xact_start > ${1.5 * idleTimeoutMs} * interval '1 millisecond'`;
    await eventually(async () => (await mails.sessions('fairmark jobs', heldLong)) === 1);
    accept.open();
    await done(late.cause);
    expect(taken).toEqual([slow.email, quick.email]);
    expect(triesOf(late.cause)).toEqual([]);
  });

  it('are tried again when the mail server never answers', async () => {
    const { cause } = await asker();
    let taken = 0;
    const never = gate();
    await mails.mailServerIs({
      mail: async () => {
        taken += 1;
        if (taken === 1) await never.opened;
      },
    });
    await mails.works({ answersWithinMs: 300 });
    await done(cause);
    expect(triesOf(cause).join('')).toContain('Timeout');
    expect(taken).toBe(2);
  });

  it('are not tried again when the mail server refuses the recipient for good', async () => {
    const { email, cause } = await asker();
    let asked = 0;
    await mails.mailServerIs({
      recipient: async (address) => {
        asked += 1;
        throw refusal(550, `5.1.1 no such user <${address}>`);
      },
    });
    await mails.works();
    await done(cause);
    expect(await row(cause)).toMatchObject({ link_token: null, sent_at: null });
    expect(asked).toBe(1);
    expect(mails.lines.filter((line) => line.includes(cause) && line.includes('550'))).toHaveLength(1);
    expect(mails.lines.join('')).not.toContain(email);
  });
});

/** The whole content of the queue's tables. */
async function everyJob(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'jobs'",
  );
  const tables = await Promise.all(rows.map(({ name }) => pool.query(`select * from jobs.${name}`)));
  return JSON.stringify(tables.map((table) => table.rows));
}
