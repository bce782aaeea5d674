import { handicapForShow, type StoryScore } from '@fairmark/contract';
import {
  byWords,
  markerWords,
  scoreText,
  stateWords,
  sumOf,
  type CardSheet,
  type SheetChange,
  type SheetHole,
  type SheetSignature,
} from './card-sheet.js';
import { markup, type Html } from '@fairmark/server';
import { localTime } from './points-in-time.js';

const NINE = 9;
/** Of the table, behind the number of the hole: with the committee's. */
const COLUMNS = 5;
const NONE = '–';
const TIMES = ['never', 'once', 'twice'];

/** How the cells of a table are made: with the committee's column where the card was corrected. */
interface Table {
  isCorrected: boolean;
  timeZone: string;
}

/** A card as a table of its eighteen holes: both entries side by side, what was changed, who signed. */
export function cardSection({ card, holes, corrections, signatures }: CardSheet, timeZone: string): Html {
  const table = { isCorrected: card.correctedHoles.length > 0, timeZone };
  const committee = table.isCorrected ? markup`<th scope="col">Committee</th>` : '';
  const [out, back] = [holes.slice(0, NINE), holes.slice(NINE)];
  const rows = [
    ...out.map((hole) => holeRow(hole, table)),
    sumRow('Out', out, table),
    ...back.map((hole) => holeRow(hole, table)),
    sumRow('In', back, table),
    sumRow('Total', holes, table),
  ];
  const corrected = corrections.map((line) => markup`<li>${localTime(line.recordedAt, timeZone)}: ${line.words}</li>`);
  const signed = signatures.map((signature) => signatureItem(signature, timeZone));
  return markup`<section class="card">
<h2>${card.player.fullName}</h2>
<p class="state">Daily handicap ${handicapForShow(card.dailyHandicap, 0)} · ${markerWords(card)} · <b>${stateWords(card)}</b></p>
<table>
<thead><tr><th scope="col">Hole</th><th scope="col">Par</th><th scope="col">Player</th><th scope="col">Marker</th>${committee}<th scope="col">Counts</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
${
  corrected.length === 0
    ? ''
    : markup`<h3>Corrected by the committee</h3>
<ul class="signed">${corrected}</ul>`
}
<h3>Signatures</h3>
${signed.length === 0 ? markup`<p class="state">Nobody has signed this card.</p>` : markup`<ul class="signed">${signed}</ul>`}
</section>`;
}

/** A hole, and below it what was changed there. */
function holeRow(hole: SheetHole, { isCorrected, timeZone }: Table): Html {
  const { number, par, player, marker, committee, counting, differs, changes } = hole;
  const put = committee === undefined ? '' : scoreText(committee, NONE);
  const third = isCorrected ? markup`<td class="corrected">${put}</td>` : '';
  const notes = [
    ...(differs ? [markup`<b>Player and marker differ.</b>`] : []),
    ...(changes.length > 0 ? [markup`<b>Changed ${TIMES[changes.length] ?? `${changes.length} times`}.</b>`] : []),
    ...changes.map((change) => changePart(change, timeZone)),
  ];
  const columns = isCorrected ? COLUMNS : COLUMNS - 1;
  const below =
    notes.length === 0 ? '' : markup`<tr class="notes"><td></td><td colspan="${columns}">${notes}</td></tr>`;
  const kind = differs ? 'differs' : notes.length > 0 ? 'changed' : '';
  return markup`<tr class="${kind}"><th scope="row">${number}</th><td>${par ?? ''}</td><td class="entry">${scoreText(player, NONE)}</td><td class="entry">${scoreText(marker, NONE)}</td>${third}<td class="counts">${scoreText(counting, NONE)}</td></tr>${below}`;
}

function changePart({ side, from, to, line }: SheetChange, timeZone: string): Html {
  const who = `${side.slice(0, 1)}${side.slice(1).toLowerCase()}`;
  const when = localTime(line.recordedAt, timeZone);
  return markup`<span class="was">${who}: <s>${scoreText(from, NONE)}</s> → <b>${scoreText(to, NONE)}</b>, ${when}, by ${byWords(line)}</span>`;
}

function sumRow(label: string, holes: readonly SheetHole[], { isCorrected }: Table): Html {
  const sum = (of: (hole: SheetHole) => StoryScore): string => scoreText(sumOf(holes.map(of)), NONE);
  const third = isCorrected ? markup`<td></td>` : '';
  return markup`<tr class="sum"><th scope="row">${label}</th><td>${sum(({ par }) => par)}</td><td>${sum(({ player }) => player)}</td><td>${sum(({ marker }) => marker)}</td>${third}<td>${sum(({ counting }) => counting)}</td></tr>`;
}

function signatureItem({ line, signature, undone }: SheetSignature, timeZone: string): Html {
  const who = `${line.by?.fullName ?? 'The system'}, as ${signature.as.toLowerCase()}`;
  const phone = line.occurredAt === null ? '' : ` (phone: ${localTime(line.occurredAt, timeZone).slice(11)})`;
  const entries = signature.entries.map((score) => scoreText(score, NONE)).join(' ');
  const fits = signature.fits
    ? markup`stands for exactly these entries: ${entries}`
    : markup`<b>does not fit the card as it stood: ${entries}</b>`;
  const end = undone ? markup` · <b>undone later: the card was reopened</b>` : '';
  return markup`<li class="${undone ? 'undone' : ''}"><b>${who}</b>, ${localTime(line.recordedAt, timeZone)}${phone}${end}<br>
<code>${signature.cardHash}</code><br>${fits}</li>`;
}
