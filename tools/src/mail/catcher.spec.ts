import { once } from 'node:events';
import { connect } from 'node:net';
import { testFolder } from '@fairmark/events/testing/folder';
import { createTransport } from 'nodemailer';
import { startMailCatcher, type MailCatcher } from './catcher.js';

const MAIL = {
  from: '"Fairmark" <no-reply@fairmark.test>',
  to: 'Alex@demo.fairmark.test',
  subject: 'Verify your email',
  text: 'Open http://localhost:3000/verify-email?token=a&b=1 please',
};

describe('the mail catcher', () => {
  const folder = testFolder();
  let catcher: MailCatcher;

  beforeEach(async () => {
    catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0, folder: folder() });
  });
  afterEach(() => catcher.stop());

  const send = (mail: object) => createTransport(catcher.smtpUrl).sendMail({ ...MAIL, ...mail });
  const get = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${catcher.httpPort}${address}`);
    return { status: answer.status, body: await answer.text(), policy: answer.headers.get('content-security-policy') };
  };

  it('keeps mails by recipient, ignoring upper and lower case', async () => {
    await send({});
    await send({ to: 'kim@demo.fairmark.test', bcc: 'alex@demo.fairmark.test', subject: 'Second' });
    expect(catcher.mailsTo('alex@DEMO.fairmark.test')).toMatchObject([
      { subject: 'Verify your email', from: 'Fairmark <no-reply@fairmark.test>', text: `${MAIL.text}\n` },
      { subject: 'Second', to: ['kim@demo.fairmark.test', 'alex@demo.fairmark.test'] },
    ]);
    const { body } = await get('/api/mails?to=kim@demo.fairmark.test');
    expect(JSON.parse(body)).toMatchObject({ mails: [{ subject: 'Second' }] });
  });

  it('still has the mails after a restart', async () => {
    await send({});
    await catcher.stop();
    catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0, folder: folder() });
    expect(catcher.mailsTo(MAIL.to)).toHaveLength(1);
    await send({ subject: 'Later' });
    expect(catcher.mailsTo(MAIL.to).map(({ subject }) => subject)).toEqual(['Verify your email', 'Later']);
  });

  it('renders the links of a mail, and escapes everything else', async () => {
    await send({
      subject: '<script>alert(1)</script>',
      to: '"><img src=x onerror=alert(1)>@demo.fairmark.test',
      envelope: { from: 'a@b.test', to: ['alex@demo.fairmark.test'] },
      text: 'See http://localhost:3000/x?a=1&b=2"onclick="alert(1) <script>alert(2)</script>',
      html: '<p onclick="alert(3)">Hi</p></iframe><script>alert(4)</script>',
    });
    const [mail] = catcher.mailsTo('alex@demo.fairmark.test');
    const list = await get('/');
    const one = await get(`/mails/${mail?.id}`);
    expect(one.body).toContain('<a href="http://localhost:3000/x?a=1&amp;b=2" target="_blank" rel="noreferrer">');
    for (const page of [list, one]) {
      expect(page.status).toBe(200);
      // No script at all.
      expect(page.policy).toContain("default-src 'none'");
      expect(page.policy).not.toContain('script-src');
      expect(page.body).not.toMatch(/<script>|<img|<\/iframe><script|"onclick/);
    }
  });

  it('refuses a mail that is too large, and keeps working', async () => {
    await expect(send({ text: 'x'.repeat(300_000) })).rejects.toMatchObject({ responseCode: 552 });
    await send({});
    expect(catcher.mailsTo(MAIL.to)).toHaveLength(1);
  });

  it('survives a client that disconnects in the middle of a mail', async () => {
    const socket = connect(catcher.smtpPort, '127.0.0.1');
    await once(socket, 'data');
    socket.write('EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nSubject: half');
    await once(socket, 'data');
    socket.destroy();
    await send({});
    expect(catcher.mailsTo('c@d.test')).toEqual([]);
    expect(catcher.mailsTo(MAIL.to)).toHaveLength(1);
  });

  it('answers only to its own host names, and is read-only', async () => {
    const address = `http://127.0.0.1:${catcher.httpPort}/`;
    const statusFor = (host: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(catcher.httpPort, '127.0.0.1');
        socket.once('data', (data) => {
          socket.destroy();
          resolve(data.toString().slice(9, 12));
        });
        socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      });
    expect(await statusFor('evil.example')).toBe('403');
    expect(await statusFor(`localhost:${catcher.httpPort}`)).toBe('200');
    expect(await statusFor(`[::1]:${catcher.httpPort}`)).toBe('200');
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(405);
    expect((await get('/mails/123')).status).toBe(404);
    expect((await get('//')).status).toBe(400);
  });

  it('fails when one of its ports is taken', async () => {
    await expect(startMailCatcher({ smtpPort: catcher.smtpPort, httpPort: 0 })).rejects.toThrow('EADDRINUSE');
    await expect(startMailCatcher({ smtpPort: 0, httpPort: catcher.httpPort })).rejects.toThrow('EADDRINUSE');
  });
});
