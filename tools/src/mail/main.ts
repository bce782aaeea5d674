/** The mail catcher as a separate process: ports from MAIL_SMTP_PORT and MAIL_WEB_PORT, mails kept in MAIL_FOLDER. */
import { startMailCatcher } from './catcher.js';

const catcher = await startMailCatcher({
  smtpPort: Number(process.env.MAIL_SMTP_PORT ?? 3025),
  httpPort: Number(process.env.MAIL_WEB_PORT ?? 3080),
  folder: process.env.MAIL_FOLDER,
});
console.log(`SMTP at ${catcher.smtpUrl}, inbox at ${catcher.webUrl}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void catcher.stop());
