import { anchorHash, writeAnchor, type Anchor } from '@fairmark/event-store';
import { unlessAborted } from '../jobs/job-queue.js';
import { openMailer, withoutWords, type MailerOptions } from '../mail/mailer.js';
import type { AnchorSink } from './anchor-sink.js';

/** Mails anchors to an address, up to fifty per mail, as an attached file of JSON lines. */
export function anchorMail({ to, ...options }: MailerOptions & { to: string }): AnchorSink {
  const keep: AnchorSink['keep'] = async (made, signal) => {
    const anchors = made.map(({ anchor }) => anchor);
    const last = anchors.at(-1);
    if (last === undefined) return;
    const mailer = openMailer(options);
    try {
      // Sending the same anchors again repeats the id, so that mail programs can tell it is the same mail.
      const sent = mailer.send(`anchor-${anchorHash(last)}`, {
        to: { name: '', address: to },
        subject: `Fairmark: anchor of the log up to position ${last.to}`,
        text: wordsOf(anchors, last),
        attachments: [
          {
            filename: `anchors-${last.logId}-${last.to}.jsonl`,
            contentType: 'application/json',
            content: anchors.map((anchor) => `${writeAnchor(anchor)}\n`).join(''),
          },
        ],
      });
      // A process that ends does not wait for the mail server: the next one sends the mail again with the same id.
      await unlessAborted(signal, sent);
    } catch (error) {
      throw withoutWords(error);
    } finally {
      mailer.close();
    }
  };
  return { name: 'MAIL', most: 50, keep };
}

function wordsOf(anchors: readonly Anchor[], last: Anchor): string {
  return `This proves what Fairmark's log of rounds held. Keep it where no operator of the database can change it.

Log: ${last.logId}
Events after: ${anchors[0]?.after ?? 'the beginning'}
Up to position: ${last.to}
Made at: ${last.madeAt}
Hash of the last anchor: ${anchorHash(last)}

The attached file holds ${anchors.length === 1 ? 'the anchor' : `${anchors.length} anchors`}. To compare the log with it:

  npm run ops -- audit verify --anchors FILE
`;
}
