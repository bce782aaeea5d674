import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isIP } from 'node:net';
import { Html, markup } from '@fairmark/server/html/html';
import type { CaughtMail, MailStore } from './mail-store.js';

interface Answer {
  status: number;
  body: string;
  /** Content type of the body; HTML by default. */
  type?: string;
}

/** No scripts, no external resources, no framing by other sites. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const REFRESH_SECONDS = 3;
const SHOWN_ON_LIST = 140;

/** The read-only inbox in the browser (`/`, `/mails/<id>`) and as JSON (`/api/mails?to=`). */
export function createInbox(store: MailStore): Server {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const { status, body, type = 'text/html' } = answerTo(request, store);
    response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  server.maxConnections = 200;
  return server;
}

function answerTo({ method, headers, url = '/' }: IncomingMessage, store: MailStore): Answer {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'Only GET' };
  if (!isOwnAddress(headers.host)) return { status: 403, body: 'The inbox answers under its own address only' };
  if (!URL.canParse(url, 'http://inbox')) return { status: 400, body: 'Bad address' };
  const { pathname, searchParams } = new URL(url, 'http://inbox');
  const to = searchParams.get('to') || undefined;
  if (pathname === '/') return { status: 200, body: listPage(store.list(to), to) };
  if (pathname === '/api/mails') {
    return { status: 200, body: JSON.stringify({ mails: store.list(to) }), type: 'application/json' };
  }
  const mail = pathname.startsWith('/mails/') ? store.find(pathname.slice('/mails/'.length)) : undefined;
  if (mail !== undefined) return { status: 200, body: mailPage(mail) };
  return { status: 404, body: page('Not found', markup`<p>No such mail. The oldest ones are dropped.</p>`) };
}

/** Prevents DNS rebinding: a site whose name points to this machine must not read the links in the mails. */
function isOwnAddress(host: string | undefined): boolean {
  if (!URL.canParse(`http://${host ?? ''}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || isIP(name) !== 0;
}

/** Newest first. */
function listPage(mails: readonly CaughtMail[], to: string | undefined): string {
  const rows = mails.toReversed().map(({ id, to, receivedAt, subject, text }) => {
    const start = text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_ON_LIST);
    return markup`<li><a href="/mails/${encodeURIComponent(id)}">${subject || '(no subject)'}</a> <small>${timeOf(receivedAt)}</small><br>
<small>To ${to.join(', ')} · ${start}</small></li>`;
  });
  const list =
    rows.length === 0 ? markup`<p>No mail yet. This page refreshes by itself.</p>` : markup`<ul>${rows}</ul>`;
  const title = to === undefined ? 'Inbox' : `Inbox of ${to}`;
  return page(title, list, [markup`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`]);
}

/** One mail, with clickable links. The formatted mail is in a frame that cannot run scripts. */
function mailPage({ subject, from, to, receivedAt, text, html }: CaughtMail): string {
  const inboxes = to.map((one) => markup`<a href="/?to=${encodeURIComponent(one)}">${one}</a>`.text);
  const content = `<base target="_blank">${html}`;
  const formatted = markup`<h2>As formatted</h2><iframe title="The mail as formatted" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${content}"></iframe>`;
  return page(
    subject || '(no subject)',
    markup`<p>From ${from}<br>To ${new Html(inboxes.join(', '))}<br>Received ${timeOf(receivedAt)}</p>
<pre>${linked(text)}</pre>${html === '' ? '' : formatted}`,
  );
}

/** In the time zone of this machine, which is also the reader's. */
function timeOf(receivedAt: string): string {
  return new Date(receivedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Plain text with its web addresses as links. Each piece is escaped separately, so none can become markup. */
function linked(text: string): Html {
  const link = (address: string): Html => markup`<a href="${address}" target="_blank" rel="noreferrer">${address}</a>`;
  const pieces = text.split(/(https?:\/\/[^\s<>"]+)/);
  return new Html(pieces.map((piece, index) => (index % 2 === 1 ? link(piece) : markup`${piece}`).text).join(''));
}

function page(title: string, body: Html, head: readonly Html[] = []): string {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${head}<title>${title} · Fairmark mail</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 1rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
li { margin-bottom: 0.75rem; }
pre { font: inherit; white-space: pre-wrap; border: 1px solid; border-radius: 8px; padding: 1rem; }
iframe { width: 100%; height: 30rem; border: 1px solid; background: #fff; }
</style></head><body><header><a href="/">Fairmark mail</a> <small>Caught on this machine; nothing was delivered.</small></header>
<main><h1>${title}</h1>${body}</main></body></html>`.text;
}
