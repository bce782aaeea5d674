import type { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { Html, markup, type Config } from '@fairmark/server';
import { readAuthority } from '@fairmark/server/https/certificate-files';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../web/client.js';

/** Phones offer to install files of this type. */
const CERTIFICATE_TYPE = 'application/x-x509-ca-cert';
const NO_STORE = { 'cache-control': 'no-store' };

/** Serves the page that guides phones to trust our authority, if there is one; over https it confirms the trust. */
export function serveTrustPage(server: FastifyInstance, config: Config): void {
  const { httpsPort, httpsAuthority: file } = config;
  if (httpsPort === undefined || file === undefined) return;
  // Read for each request, because the file may be replaced.
  server.get('/trust', async (request, reply) => {
    const host = URL.parse(`http://${request.host}`)?.hostname ?? 'localhost';
    const addresses = { http: `http://${host}:${config.port}`, https: `https://${host}:${httpsPort}` };
    const secure = request.raw.socket instanceof TLSSocket;
    const page = secure
      ? secureWords(addresses)
      : trustWords(addresses, readAuthority(file), request.headers['user-agent']);
    return reply
      .headers({ ...NO_STORE, 'content-security-policy': pagePolicy(page.text) })
      .type('text/html; charset=utf-8')
      .send(page.text);
  });
  server.get('/trust/fairmark.crt', async (_request, reply) =>
    reply.headers(NO_STORE).type(CERTIFICATE_TYPE).send(readAuthority(file).raw),
  );
}

/** The extension that lets an authority certify only some names: the DER bytes of its identifier, 2.5.29.30. */
const NAME_CONSTRAINTS = Buffer.from('0603551d1e', 'hex');
const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

interface Addresses {
  /** Where golfers have scored until now. */
  http: string;
  https: string;
}

/** Colours and sizes are those of the client (web/src/ui/theme/tokens.css). */
const STYLE = new Html(`
:root { color-scheme: light dark; --bg: #fbfaf5; --surface: #fff; --ink: #12201a; --ink-2: #46534b; --line: #dad6c8;
  --primary: #0f4c35; --on-primary: #fff; --header: #0f4c35; --warn: #7a4b00; --warn-tint: #fff1d6; --focus: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1411; --surface: #151f1a; --ink: #f2f4ee; --ink-2: #b4bfb7;
  --line: #2b3932; --primary: #7fd3a4; --on-primary: #05281a; --header: #10281d; --warn: #ffc266; --warn-tint: #35250a;
  --focus: #93c5fd } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 1rem/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100% }
header { padding: 16px max(16px, calc(50vw - 304px)); background: var(--header); color: #fff;
  font: 500 1.375rem/1.1 Georgia, serif }
main { max-width: 640px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 16px }
h1, h2 { margin: 0; font: 500 1.375rem/1.2 Georgia, serif; text-wrap: balance }
h1 { font-size: 1.875rem }
p, ol { margin: 0 }
ol { padding-left: 1.5em; display: grid; gap: 8px }
section { display: grid; gap: 12px; padding: 20px; border: 1px solid var(--line); border-radius: 22px;
  background: var(--surface) }
details { border-top: 1px solid var(--line); padding-top: 12px }
summary { min-height: 48px; display: flex; align-items: center; font-weight: 600; cursor: pointer }
summary::after { content: '+'; margin-left: auto; font-size: 1.375rem; font-weight: 400 }
details[open] summary::after { content: '−' }
a { color: var(--primary); text-underline-offset: 3px; overflow-wrap: anywhere }
a.button { display: flex; min-height: 56px; padding: 12px 20px; align-items: center; justify-content: center;
  border-radius: 16px; background: var(--primary); color: var(--on-primary); font-weight: 600; text-decoration: none;
  text-align: center }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
code { font: 600 1rem/1.7 ui-monospace, monospace; overflow-wrap: anywhere; letter-spacing: 0.02em }
.waits { padding: 16px; border-radius: 16px; background: var(--warn-tint); color: var(--warn) }
.waits a { color: inherit }
.quiet { color: var(--ink-2) }
`);

const OPEN = new Html(' open');

/** The page that guides a phone to trust this Fairmark, with its own steps unfolded; if it is unknown, all. */
function trustWords({ http, https }: Addresses, authority: X509Certificate, agent = ''): Html {
  const { subject, fingerprint256: fingerprint, validTo, raw } = authority;
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
  const isAndroid = agent.includes('Android');
  // iPads identify as Macs.
  const isApple = !isAndroid && /iPhone|iPad|Macintosh/.test(agent);
  return page(
    'A secure address for your phone',
    markup`<p>There you can share results and copy links, and a screen that shows the leaderboard stays on. Your phone has to trust
this Fairmark once.</p>
${waitingWords(http)}
<section><h2>1. Install the certificate</h2>
<a class="button" href="/trust/fairmark.crt">Download the certificate</a>
<details${isAndroid ? '' : OPEN}><summary>iPhone or iPad</summary><ol>
<li>Open this page in Safari, tap <b>Download the certificate</b>, then <b>Allow</b>.</li>
<li>In Settings, tap <b>Profile Downloaded</b> near the top. Compare the fingerprint below under <b>More Details</b>, then tap
<b>Install</b>.</li>
<li>In Settings, General, About, <b>Certificate Trust Settings</b> (at the very end), switch on
<b>${name}</b>.</li></ol></details>
<details${isApple ? '' : OPEN}><summary>Android</summary><ol>
<li>Tap <b>Download the certificate</b>.</li>
<li>In Settings, search for <b>CA certificate</b>, tap it, and <b>Install anyway</b>. It may ask for your screen lock.</li>
<li>Choose <b>fairmark.crt</b> from the downloads.</li>
<li>Compare the fingerprint below: in Settings, search for <b>User certificates</b> and tap the one of Fairmark.</li>
</ol></details></section>
<section><h2>2. Compare the fingerprint</h2>
<p>Fairmark printed it where it was started. If your phone shows another one (SHA-256), do not trust the certificate.</p>
<code>${fingerprint.replaceAll(':', ' ')}</code></section>
<section><h2>3. Go on there</h2>
<a class="button" href="${https}/trust">Open the secure address</a>
<p class="quiet">${https} · Sign in there, and add Fairmark to the home screen again: an older icon opens the address you
are at now, which goes on working.</p></section>
<p class="quiet">The certificate is called “${name}” and ends on ${new Date(validTo).toLocaleDateString('en-AU', DAY)}.
${raw.includes(NAME_CONSTRAINTS) ? 'It vouches for this computer and for addresses in private networks, never for other sites. ' : ''}You
can remove it in the same settings at any time.</p>`,
  );
}

/** The page that confirms it, on the first visit of the secure address. */
function secureWords({ http, https }: Addresses): Html {
  return page(
    'This address is secure',
    markup`<p>If your browser showed no warning, your phone trusts this Fairmark. Use ${https} from now on.</p>
${waitingWords(http)}
<a class="button" href="/">Open Fairmark</a>`,
  );
}

/** Unsent scores belong to the address where they were entered; no other address can tell whether there are any. */
function waitingWords(http: string): Html {
  return markup`<p class="waits">Have you scored at <a href="${http}">${http}</a> on this phone? Scores that still wait can only be
sent from there: open it first, until nothing waits.</p>`;
}

function page(title: string, content: Html): Html {
  return markup`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>${title} · Fairmark</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${STYLE}</style></head>
<body><header>Fairmark</header><main><h1>${title}</h1>
${content}</main></body></html>
`;
}
