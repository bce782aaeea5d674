import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { createLogger, migrate } from '@fairmark/platform';
import { createTestDatabase, freePort, startMailCatcher, type MailCatcher, type TestDatabase } from '@fairmark/tools';
import { Pool } from 'pg';
import { startMailWorker, type MailWorker } from './mail.worker.js';

describe('mails of accounts', () => {
  let database: TestDatabase;
  let pool: Pool;
  let smtpPort: number;
  let catcher: MailCatcher | null;
  const workers: MailWorker[] = [];
  const lines: string[] = [];
  const logger = createLogger(
    'mail',
    'debug',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    }),
  );

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrate(database.url);
    pool = new Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    smtpPort = await freePort();
  });
  beforeEach(async () => {
    catcher = await startMailCatcher({ smtpPort, httpPort: 0 });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await catcher?.stop();
    catcher = null;
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const start = async () => {
    const worker = await startMailWorker({
      databaseUrl: database.url,
      smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
      mailFrom: 'Fairmark <no-reply@fairmark.test>',
      publicUrl: 'http://fairmark.test:3000',
      logger,
    });
    workers.push(worker);
    return worker;
  };
  const golfer = async (fullName = 'Kim Nguyen') => {
    const id = randomUUID();
    const email = `kim.${id.slice(0, 8)}@golfers.test`;
    await pool.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash)
       values ($1, $2, $3, '1234567', 9.1, 'FEMALE', 'x')`,
      [id, fullName, email],
    );
    return { id, email };
  };
  const ask = async (userId: string, kind = 'VERIFY_EMAIL', ago = '0') => {
    const cause = randomUUID();
    const token = `secret-${cause}`;
    await pool.query(
      'insert into app.mail_outbox (cause, kind, user_id, link_token, created_at) values ($1, $2, $3, $4, now() - $5::interval)',
      [cause, kind, userId, token, ago],
    );
    return { cause, token };
  };
  const row = async (cause: string) =>
    (await pool.query('select link_token, queued_at, sent_at from app.mail_outbox where cause = $1', [cause])).rows[0];
  const done = (cause: string) => eventually(async () => (await row(cause))?.link_token === null);
  const mailsTo = (email: string) => catcher?.mailsTo(email) ?? [];

  it('go out with a link that works, in words and as a page', async () => {
    const { id, email } = await golfer('Kim <b>O’Brien</b>');
    const verify = await ask(id);
    await start();
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
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.html).toContain('Hello Kim &lt;b&gt;O’Brien&lt;/b&gt;,');

    const reset = await ask(id, 'RESET_PASSWORD');
    await done(reset.cause);
    expect(mailsTo(email).at(-1)?.text).toContain(`http://fairmark.test:3000/reset-password?token=${reset.token}`);
    expect(mailsTo(email).at(-1)?.text).toContain('for 30 minutes');
  });

  it('are forgotten once sent, and never in the jobs or the log', async () => {
    const { id, email } = await golfer();
    const { cause, token } = await ask(id);
    const jobs: string[] = [];
    const worker = await start();
    await eventually(async () => {
      jobs.push(await everyJob(pool));
      return (await row(cause))?.sent_at instanceof Date;
    });
    await worker.stop();
    workers.splice(0);
    expect(await row(cause)).toMatchObject({ link_token: null });
    expect(jobs.join()).toContain(cause);
    expect(jobs.join()).not.toContain(token);
    expect(lines.join('')).toContain(cause);
    for (const hidden of [token, email, 'Nguyen']) expect(lines.join('')).not.toContain(hidden);
  });

  it('wait while the mail server is down, and go out once when it is back', async () => {
    await catcher?.stop();
    catcher = null;
    const { id, email } = await golfer();
    const { cause, token } = await ask(id);
    lines.splice(0);
    await start();
    await eventually(() => lines.some((line) => line.includes(cause) && line.includes('trying again')));
    expect(await row(cause)).toMatchObject({ link_token: token, sent_at: null });
    catcher = await startMailCatcher({ smtpPort, httpPort: 0 });
    await done(cause);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('go out once, whoever sweeps and works and however often', async () => {
    const golfers = await Promise.all(Array.from({ length: 12 }, () => golfer()));
    const asked = await Promise.all(golfers.map(({ id }) => ask(id)));
    await Promise.all([start(), start(), start()]);
    const causes = asked.map(({ cause }) => cause);
    // Swept again and again, as after crashes between a job and its note.
    for (let round = 0; round < 5; round += 1) {
      await pool.query('update app.mail_outbox set queued_at = null where cause = any($1)', [causes]);
      await eventually(async () => {
        const { rows } = await pool.query('select 1 from app.mail_outbox where queued_at is null');
        return rows.length === 0;
      });
    }
    for (const cause of causes) await done(cause);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    for (const { email } of golfers) expect(mailsTo(email)).toHaveLength(1);
  });

  it('keep their id when they are sent again', async () => {
    const { id, email } = await golfer();
    const { cause, token } = await ask(id);
    await start();
    await done(cause);
    // As if the process had died after the mail server took it, before that was noted.
    await pool.query('update app.mail_outbox set link_token = $2, sent_at = null, queued_at = null where cause = $1', [
      cause,
      token,
    ]);
    await done(cause);
    const ids = mailsTo(email).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${cause}@fairmark.test>`, `<${cause}@fairmark.test>`]);
  });

  it('find their jobs again when those were lost', async () => {
    const { id, email } = await golfer();
    const { cause } = await ask(id);
    await pool.query("update app.mail_outbox set queued_at = now() - interval '1 hour' where cause = $1", [cause]);
    await start();
    await done(cause);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('are not sent with a link that has expired, nor to an account that is gone', async () => {
    const { id, email } = await golfer();
    const late = await ask(id, 'RESET_PASSWORD', '31 minutes');
    const leaving = await golfer();
    const gone = await ask(leaving.id);
    await pool.query('update app.users set deletion_requested_at = now() where id = $1', [leaving.id]);
    const after = await ask(id);
    await start();
    await done(late.cause);
    await done(after.cause);
    expect(await row(late.cause)).toMatchObject({ sent_at: null });
    expect(mailsTo(email)).toHaveLength(1);
    await eventually(async () => (await row(gone.cause))?.queued_at !== null);
    await pool.query('delete from app.users where id = $1', [leaving.id]);
    expect(await row(gone.cause)).toBeUndefined();
    expect(mailsTo(leaving.email)).toHaveLength(0);
  });

  it('survive a connection lost in the middle, and leave no address behind when the mail server refuses', async () => {
    await catcher?.stop();
    catcher = null;
    const { id, email } = await golfer();
    const server = await refusingServer(smtpPort);
    try {
      const { cause } = await ask(id);
      lines.splice(0);
      await start();
      const refuse = await server.asked;
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and application_name = 'fairmark mail' and state = 'idle in transaction'`,
      );
      expect(rowCount).toBe(1);
      refuse();
      const tries = () => lines.filter((line) => line.includes(cause) && line.includes('trying again'));
      await eventually(() => tries().length >= 2);
      expect(tries().join('')).toContain('550');
      const jobs = await everyJob(pool);
      expect(jobs).toContain(cause);
      expect(jobs).toContain('550');
      for (const text of [jobs, lines.join('')]) expect(text).not.toContain(email);
      await server.stop();
      catcher = await startMailCatcher({ smtpPort, httpPort: 0 });
      await done(cause);
      expect(mailsTo(email)).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  it('leave no connection behind when they cannot start', async () => {
    const closed = await createTestDatabase();
    const mine = new Pool({ connectionString: closed.url, max: 1 });
    try {
      await mine.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      );
      const starting = startMailWorker({
        databaseUrl: closed.url,
        smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
        mailFrom: 'no-reply@fairmark.test',
        publicUrl: 'http://fairmark.test:3000',
        logger,
      });
      await expect(starting).rejects.toThrow('read-only');
      await eventually(async () => {
        const others = 'datname = current_database() and pid <> pg_backend_pid() and backend_type = $1';
        const { rows } = await mine.query(`select 1 from pg_stat_activity where ${others}`, ['client backend']);
        return rows.length === 0;
      });
    } finally {
      await mine.end();
      await closed.drop();
    }
  });

  it('go on when the database drops every connection', async () => {
    await start();
    const first = await golfer();
    await done((await ask(first.id)).cause);
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const second = await golfer();
    await done((await ask(second.id)).cause);
    expect(mailsTo(second.email)).toHaveLength(1);
  });
});

/** A mail server that refuses every recipient by name; the first one waits until the test lets it be refused. */
async function refusingServer(port: number) {
  let tell: (refuse: () => void) => void = () => undefined;
  const asked = new Promise<() => void>((resolve) => (tell = resolve));
  let first = true;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 refusing\r\n');
    socket.on('data', (chunk: Buffer) => {
      const recipient = /^RCPT TO:(<[^>]*>)/i.exec(chunk.toString())?.[1];
      const answer = () => socket.write(recipient === undefined ? '250 ok\r\n' : `550 ${recipient} unknown\r\n`);
      if (recipient !== undefined && first) {
        first = false;
        tell(answer);
      } else answer();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { asked, stop };
}

/** Everything that the queue's tables hold at this moment. */
async function everyJob(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'jobs'",
  );
  const tables = await Promise.all(rows.map(({ name }) => pool.query(`select * from jobs.${name}`)));
  return JSON.stringify(tables.map((table) => table.rows));
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > until) throw new Error('It did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
