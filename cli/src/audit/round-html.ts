import { readFileSync } from 'node:fs';
import { handicapForShow, type StoryLine } from '@fairmark/contract';
import { FORMAT_WORDS } from '@fairmark/read-models';
import { Html, markup } from '@fairmark/server';
import { counted } from '../shell/output.js';
import type { AuditedRound } from './audited-round.js';
import { byWords, cardSheet, markerWords, scoreText, stateWords, type CardSheet, type SheetRow } from './card-sheet.js';
import { clockText, dayWords, localTime } from './points-in-time.js';

/** Who made the file, and when (ISO 8601). */
export interface Made {
  by: string;
  at: string;
}

/** The client's colours, light and dark on a screen, black on white on A4. */
const STYLE = readFileSync(new URL('../../assets/round.css', import.meta.url), 'utf8').trimEnd();
const SHOWN_OF_DEVICE = 8;
const SHOWN_OF_HASH = 12;
const TIMES = ['never', 'once', 'twice'];

/** A round's audit as one self-contained file, to view, print on A4 and keep. */
export function roundHtml(audited: AuditedRound, made: Made): string {
  const { round, lines } = audited;
  const { timeZone } = round;
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
<style>
${new Html(STYLE)}</style>
</head>
<body>
<header><div>
<p>Fairmark · audit of a round</p>
<h1>${title}</h1>
<p>${day} · ${round.tee} tees${practice} · ${round.players.map(({ fullName }) => fullName).join(', ')}</p>
</div></header>
<main>
${headSection(audited, made)}
${audited.cards.map((card) => cardSection(cardSheet(card, audited), timeZone))}
${storySection(lines, timeZone)}
</main>
<footer>Scores, signatures and times are those of the log; times are on the clock of the course (${timeZone}). What was entered is never
overwritten: every entry, change and signature is an event, and each event holds the hash of the one before it.</footer>
</body>
</html>`.text;
}

function headSection({ round, at, proof, events, lastHash }: AuditedRound, made: Made): Html {
  const { timeZone } = round;
  const then =
    at === null
      ? ''
      : markup`<p class="then"><b>As it stood</b> at revision ${at.revision}, ${localTime(at.recordedAt, timeZone)}. Later events are left out.</p>`;
  const found = proof.whole
    ? markup`<p class="good"><b>Each event is as it was recorded.</b> The chain of hashes over all ${counted(events, 'event')} of this round is intact.</p>`
    : markup`<p class="bad"><b>This round was altered after it was recorded.</b> The first event that is not as it was recorded has revision ${proof.revision} (<code>${proof.eventId}</code>). ${proof.fault} What follows cannot be relied on.</p>`;
  return markup`<section>
<h2>Proof</h2>
${then}
${found}
<dl>
<dt>Round</dt><dd><code>${round.matchId}</code></dd>
<dt>Events</dt><dd>${events}</dd>
<dt>Hash of the last one</dt><dd><code>${lastHash}</code></dd>
<dt>Made</dt><dd>${localTime(made.at, timeZone)} by ${made.by}</dd>
</dl>
</section>`;
}

/** A card as a table of its eighteen holes: both entries side by side, changes and signatures. */
function cardSection({ card, columns, rows, corrections, signatures }: CardSheet, timeZone: string): Html {
  const corrected = corrections.map((line) => markup`<li>${localTime(line.recordedAt, timeZone)}: ${line.words}</li>`);
  const signed = signatures.map((signature) => signatureItem(signature, timeZone));
  return markup`<section class="card">
<h2>${card.player.fullName}</h2>
<p class="state">Daily handicap ${handicapForShow(card.dailyHandicap, 0)} · ${markerWords(card)} · <b>${stateWords(card)}</b></p>
<table>
<thead><tr>${['Hole', ...columns].map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => rowOf(row, columns, timeZone))}
</tbody>
</table>
${corrected.length === 0 ? '' : markup`<h3>Corrected by the committee</h3>\n<ul class="signed">${corrected}</ul>`}
<h3>Signatures</h3>
${signed.length === 0 ? markup`<p class="state">This card has no signature.</p>` : markup`<ul class="signed">${signed}</ul>`}
</section>`;
}

/** A row of the card, and below it a row for its changes, if any. */
function rowOf(row: SheetRow, columns: readonly string[], timeZone: string): Html {
  const { label, scores, kind } = row;
  const notes = notesOf(row, timeZone);
  const cells = scores.map(
    (score, i) => markup`<td class="${columns[i]?.toLowerCase() ?? ''}">${scoreText(score)}</td>`,
  );
  const below =
    notes.length === 0 ? '' : markup`<tr class="notes"><td></td><td colspan="${columns.length}">${notes}</td></tr>`;
  return markup`<tr class="${kind}"><th scope="row">${label}</th>${cells}</tr>${below}`;
}

/** What the row of a hole says below its scores. */
function notesOf({ kind, changes }: SheetRow, timeZone: string): Html[] {
  const notes = changes.map(({ side, from, to, line }) => {
    const who = `${side.slice(0, 1)}${side.slice(1).toLowerCase()}`;
    const when = localTime(line.recordedAt, timeZone);
    return markup`<span class="was">${who}: <s>${scoreText(from)}</s> → <b>${scoreText(to)}</b>, ${when}, by ${byWords(line)}</span>`;
  });
  if (notes.length > 0) {
    notes.unshift(markup`<b>Changed ${TIMES[changes.length] ?? `${changes.length} times`}.</b>`);
  }
  return kind === 'differs' ? [markup`<b>Player and marker differ.</b>`, ...notes] : notes;
}

function signatureItem({ line, signature, undone }: CardSheet['signatures'][number], timeZone: string): Html {
  const who = `${line.by?.fullName ?? 'The system'}, as ${signature.as.toLowerCase()}`;
  const phone = line.occurredAt === null ? '' : ` (phone: ${localTime(line.occurredAt, timeZone).slice(11)})`;
  const entries = signature.entries.map(scoreText).join(' ');
  const fits = signature.fits
    ? markup`covers exactly these entries: ${entries}`
    : markup`<b>does not match the card at that time: ${entries}</b>`;
  const end = undone ? markup` · <b>undone later: the card was reopened</b>` : '';
  return markup`<li class="${undone ? 'undone' : ''}"><b>${who}</b>, ${localTime(line.recordedAt, timeZone)}${phone}${end}<br>
<code>${signature.cardHash}</code><br>${fits}</li>`;
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

/** The start of the hash and, if known, the phone and its clock, with the date only if it differs from the server's. */
function more({ recordedAt, occurredAt, deviceId, hash }: StoryLine, timeZone: string): string {
  const parts = [`hash ${hash.slice(0, SHOWN_OF_HASH)}…`];
  if (deviceId !== null) parts.unshift(`phone ${deviceId.slice(-SHOWN_OF_DEVICE)}`);
  if (occurredAt !== null) parts.unshift(`phone's clock ${clockText(occurredAt, recordedAt, timeZone)}`);
  return parts.join(' · ');
}
