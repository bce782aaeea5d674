import type { StoryLine } from '@fairmark/contract';
import { counted } from '../shell/output.js';
import type { AuditedRound } from './audited-round.js';
import { cardSheets, FORMAT_WORDS } from './card-sheet.js';
import { cardSection } from './html-card.js';
import { STYLE } from './html-style.js';
import { Html, markup } from '@fairmark/server';
import { dayWords, localTime } from './points-in-time.js';

/** Who made the file, and when (ISO 8601). */
export interface Made {
  by: string;
  at: string;
}

const SHOWN_OF_DEVICE = 8;
const SHOWN_OF_HASH = 12;

/** A round's audit as one file that needs nothing else: to be looked at, printed on A4 and kept. */
export function roundHtml(audited: AuditedRound, made: Made): string {
  const { round, timeZone, lines } = audited;
  const title = `${FORMAT_WORDS[round.matchType]} at ${round.course.name}`;
  const day = round.day === null ? 'Not started' : dayWords(round.day);
  const practice = round.playType === 'SOCIAL' ? ' · practice round' : '';
  return markup`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${title}, ${day}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><div>
<p>Fairmark · audit of a round</p>
<h1>${title}</h1>
<p>${day} · ${round.tee} tees${practice} · ${round.players.map(({ fullName }) => fullName).join(', ')}</p>
</div></header>
<main>
${headSection(audited, made)}
${cardSheets(audited).map((sheet) => cardSection(sheet, timeZone))}
${storySection(lines, timeZone)}
</main>
<footer>Scores, signatures and times are those of the log; times are on the clock of the course (${timeZone}). What was entered is never
overwritten: every entry, change and signature is an event, and each event holds the hash of the one before it.</footer>
</body>
</html>`.text;
}

function headSection(audited: AuditedRound, made: Made): Html {
  const { round, at, timeZone, events, lastHash } = audited;
  const then =
    at === null
      ? ''
      : markup`<p class="then"><b>As it stood</b> at revision ${at.revision}, ${localTime(at.recordedAt, timeZone)}. What came later is left out.</p>`;
  return markup`<section>
<h2>Proof</h2>
${then}
${proof(audited)}
<dl>
<dt>Round</dt><dd><code>${round.matchId}</code></dd>
<dt>Events</dt><dd>${events}</dd>
<dt>Hash of the last one</dt><dd><code>${lastHash}</code></dd>
<dt>Made</dt><dd>${localTime(made.at, timeZone)} by ${made.by}</dd>
</dl>
</section>`;
}

function proof({ proof: found, events }: AuditedRound): Html {
  if (found.whole) {
    return markup`<p class="good"><b>Each event is as it was recorded.</b> The chain of hashes over all ${counted(events, 'event')} of this round is whole.</p>`;
  }
  return markup`<p class="bad"><b>This round was altered after it was recorded.</b> The first event that is not as it was recorded has revision ${found.revision} (<code>${found.eventId}</code>). ${found.fault} What follows cannot be relied on.</p>`;
}

function storySection(lines: readonly StoryLine[], timeZone: string): Html {
  let day = '';
  const items = lines.map((line) => {
    const [date = '', time = ''] = localTime(line.recordedAt, timeZone).split(' ');
    const heading = date === day ? '' : markup`<span class="day">${dayWords(date)}</span>`;
    day = date;
    const who = line.by === null ? 'The system' : line.by.fullName;
    const as = line.as === null ? '' : `, ${line.as.toLowerCase()}`;
    return markup`<li>${heading}<span class="no">${line.revision}</span><span>${time}</span><span class="who">${who}${as}</span><span class="what">${line.words}</span><span class="more">${more(line, timeZone)}</span></li>`;
  });
  return markup`<section class="story">
<h2>What happened, in order</h2>
<ol class="story">
${items}
</ol>
</section>`;
}

/** The phone's clock and the phone, where they are known. */
function more({ recordedAt, occurredAt, deviceId, hash }: StoryLine, timeZone: string): string {
  const phone = occurredAt === null ? [] : [`phone's clock ${clockText(occurredAt, recordedAt, timeZone)}`];
  const device = deviceId === null ? [] : [`phone ${deviceId.slice(-SHOWN_OF_DEVICE)}`];
  return [...phone, ...device, `hash ${hash.slice(0, SHOWN_OF_HASH)}…`].join(' · ');
}

/** With the date where it is not that of the server's clock. */
function clockText(occurredAt: string, recordedAt: string, timeZone: string): string {
  const [there, here] = [localTime(occurredAt, timeZone), localTime(recordedAt, timeZone)];
  return there.slice(0, 10) === here.slice(0, 10) ? there.slice(11) : there;
}
