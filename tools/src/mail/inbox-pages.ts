import type { CaughtMail } from './mail-store.js';

/** The pages of the inbox. Everything that comes from a mail is escaped, or shown in a frame that may run nothing. */

/** No script but the inbox's own, nothing loaded from elsewhere, no foreign frame round it. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SHOWN_ON_LIST = 140;

/** All mails, newest first. */
export function listPage(mails: readonly CaughtMail[], to: string | undefined): string {
  const rows = mails.toReversed().map(row).join('');
  const heading = to === undefined ? 'Inbox' : `Inbox of ${escape(to)}`;
  const all = to === undefined ? '' : '<p><a href="/">All mails</a></p>';
  const list = rows === '' ? '<p class="empty">No mail yet. This page refreshes by itself.</p>' : `<ul>${rows}</ul>`;
  return page(heading, `<h1>${heading}</h1>${all}${list}`, true);
}

/** One mail, its links ready to be clicked. */
export function mailPage(mail: CaughtMail): string {
  const recipients = mail.to.map((to) => `<a href="/?to=${encodeURIComponent(to)}">${escape(to)}</a>`).join(', ');
  const html =
    mail.html === ''
      ? ''
      : `<h2>As formatted</h2><iframe title="The mail as formatted" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${mail.html}`)}"></iframe>`;
  return page(
    escape(mail.subject),
    `<p><a href="/">All mails</a></p>
<h1>${escape(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${recipients}</dd><dt>Received</dt><dd><time datetime="${escape(mail.receivedAt)}">${escape(mail.receivedAt)}</time></dd></dl>
<pre>${linked(mail.text)}</pre>${html}`,
    false,
  );
}

/** What stands at an address where nothing is. */
export function missingPage(): string {
  return page(
    'Not found',
    '<h1>Not found</h1><p>No such mail. The oldest ones are dropped. <a href="/">All mails</a></p>',
    false,
  );
}

function row(mail: CaughtMail): string {
  const start = mail.text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_ON_LIST);
  return `<li><a href="/mails/${encodeURIComponent(mail.id)}"><span class="to">${escape(mail.to.join(', '))}</span><time datetime="${escape(mail.receivedAt)}">${escape(mail.receivedAt)}</time><strong>${escape(mail.subject || '(no subject)')}</strong><span class="start">${escape(start)}</span></a></li>`;
}

/** Plain text with its web addresses as links. Each piece is escaped on its own, so nothing of the mail becomes markup. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? `<a href="${escape(piece)}" target="_blank" rel="noreferrer">${escape(piece)}</a>`
        : escape(piece),
    )
    .join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function page(title: string, body: string, refreshes: boolean): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Fairmark mail</title>
<link rel="stylesheet" href="/inbox.css"><script src="/inbox.js" defer></script></head>
<body><header><a href="/">Fairmark mail</a><span>Caught on this machine; nothing was delivered.</span></header>
<main${refreshes ? ' data-refresh' : ''}>${body}</main></body></html>`;
}

/** Fetches the list again while it is looked at, and shows times in the reader's own zone. */
export const SCRIPT = `
const local = () => {
  for (const time of document.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  }
};
local();
if (document.querySelector('main[data-refresh]')) {
  let shown = '';
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { signal: AbortSignal.timeout(5000) });
      const html = await answer.text();
      if (!answer.ok || html === shown) return;
      shown = html;
      const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
      document.querySelector('main').replaceChildren(...fresh.childNodes);
      local();
    } catch { /* The catcher is restarting; the next round will tell. */ }
  }, 2000);
}
`;

export const STYLE = `
:root { --paper: #f7f4ec; --card: #fffdf8; --ink: #1f2a24; --soft: #5c665f; --line: #ded8c8; --fairway: #14532d; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #141a17; --card: #1c2420; --ink: #e9e6dc; --soft: #a3ada6; --line: #333d37; --fairway: #86c79b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 16px max(16px, calc(50vw - 400px)); border-bottom: 1px solid var(--line); }
header a { font: 600 20px/1.4 Georgia, serif; color: var(--fairway); text-decoration: none; }
header span { color: var(--soft); font-size: 14px; }
main { max-width: 832px; margin: 0 auto; padding: 16px; }
h1 { font: 600 26px/1.3 Georgia, serif; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font: 600 18px/1.3 Georgia, serif; margin: 24px 0 8px; }
a { color: var(--fairway); overflow-wrap: anywhere; }
a:focus-visible { outline: 3px solid var(--fairway); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 16px; color: inherit; text-decoration: none; }
li a:hover { background: color-mix(in srgb, var(--fairway) 8%, transparent); }
li strong, .start { grid-column: 1 / -1; }
.to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to, .start, time { color: var(--soft); font-size: 14px; }
time { font-variant-numeric: tabular-nums; }
.start { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
@media (max-width: 479px) { li a { grid-template-columns: minmax(0, 1fr); } }
.empty { color: var(--soft); padding: 48px 0; text-align: center; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 0; }
iframe { width: 100%; height: 420px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
`;
