import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { listPage, mailPage, missingPage, PAGE_POLICY, SCRIPT, STYLE } from './inbox-pages.js';
import type { MailStore } from './mail-store.js';

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** The inbox in the browser (`/`, `/mails/<id>`) and as JSON (`/api/mails?to=`). It only reads. */
export function createInboxServer(store: MailStore): Server {
  const server = createServer((request, response) => {
    send(response, answerTo(request, store));
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 200;
  return server;
}

function answerTo(request: IncomingMessage, store: MailStore): Answer {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET');
  if (!fromHere(request.headers.host)) return text(403, 'The inbox answers under its own address only');
  const address = request.url ?? '/';
  return URL.canParse(address, 'http://inbox')
    ? pageAt(new URL(address, 'http://inbox'), store)
    : text(400, 'Bad address');
}

function pageAt({ pathname, searchParams }: URL, store: MailStore): Answer {
  const to = searchParams.get('to') || undefined;
  const mail = store.find(/^\/mails\/([\d-]+)$/.exec(pathname)?.[1] ?? '');
  if (mail !== undefined) return html(200, mailPage(mail));
  switch (pathname) {
    case '/':
      return html(200, listPage(store.list(to), to));
    case '/api/mails':
      return { status: 200, type: 'application/json', body: JSON.stringify({ mails: store.list(to) }) };
    case '/inbox.css':
      return { status: 200, type: 'text/css', body: STYLE };
    case '/inbox.js':
      return { status: 200, type: 'text/javascript', body: SCRIPT };
    default:
      return html(404, missingPage());
  }
}

/** A foreign web site that points its own name at this machine must not read the links in the mails. */
function fromHere(host: string | undefined): boolean {
  if (!URL.canParse(`http://${host ?? ''}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || isIP(name) !== 0;
}

function html(status: number, body: string): Answer {
  return { status, type: 'text/html', body };
}

function text(status: number, body: string): Answer {
  return { status, type: 'text/plain', body };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(body);
}
