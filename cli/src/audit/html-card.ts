import { handicapForShow, type StoryScore } from '@fairmark/contract';
import {
  stateWords,
  sumOf,
  type CardSheet,
  type SheetChange,
  type SheetHole,
  type SheetSignature,
} from './card-sheet.js';
import { markup, type Html } from './html.js';
import { localTime } from './moments.js';

const SIDE_WORDS = { PLAYER: 'Player', MARKER: 'Marker', COMMITTEE: 'Committee' } as const;
const NINE = 9;
/** Of the table, behind the number of the hole: with the committee's. */
const COLUMNS = 5;

/** A card as a table of its eighteen holes: both entries side by side, what was changed, who signed. */
export function cardSection(sheet: CardSheet, timeZone: string): Html {
  const { card, holes, corrections } = sheet;
  const committee = card.correctedHoles.length > 0 ? markup`<th scope="col">Committee</th>` : '';
  const marker = card.marker === null ? 'nobody marks it' : `marked by ${card.marker.fullName}`;
  return markup`<section class="card">
<h2>${card.player.fullName}</h2>
<p class="state">Daily handicap ${handicapForShow(card.dailyHandicap, 0)} · ${marker} · <b>${stateWords(card)}</b></p>
<table>
<thead><tr><th scope="col">Hole</th><th scope="col">Par</th><th scope="col">Player</th><th scope="col">Marker</th>${committee}<th scope="col">Counts</th></tr></thead>
<tbody>
${rowsOf(holes, card.correctedHoles.length > 0, timeZone)}
</tbody>
</table>
${correctionsPart(corrections.map((line) => markup`<li>${localTime(line.recordedAt, timeZone)}: ${line.words}</li>`))}
<h3>Signatures</h3>
${signaturesPart(sheet.signatures.map((signature) => signatureItem(signature, timeZone)))}
</section>`;
}

function rowsOf(holes: readonly SheetHole[], corrected: boolean, timeZone: string): Html[] {
  const [out, back] = [holes.slice(0, NINE), holes.slice(NINE)];
  const rows = (of: readonly SheetHole[]): Html[] => of.map((hole) => holeRow(hole, corrected, timeZone));
  return [
    ...rows(out),
    sumRow('Out', out, corrected),
    ...rows(back),
    sumRow('In', back, corrected),
    sumRow('Total', holes, corrected),
  ];
}

/** A hole, and below it what was changed there. */
function holeRow(hole: SheetHole, corrected: boolean, timeZone: string): Html {
  const { number, par, player, marker, committee, counting, differs } = hole;
  const put = committee === undefined ? '' : scoreText(committee);
  const third = corrected ? markup`<td class="corrected">${put}</td>` : '';
  const notes = [
    ...(differs ? [markup`<b>Player and marker differ.</b>`] : []),
    ...(hole.changes.length > 0 ? [markup`<b>Changed ${times(hole.changes.length)}.</b>`] : []),
    ...hole.changes.map((change) => changePart(change, timeZone)),
  ];
  const below =
    notes.length === 0
      ? ''
      : markup`<tr class="notes"><td></td><td colspan="${corrected ? COLUMNS : COLUMNS - 1}">${notes}</td></tr>`;
  const kind = differs ? 'differs' : notes.length > 0 ? 'changed' : '';
  return markup`<tr class="${kind}"><th scope="row">${number}</th><td>${par ?? ''}</td><td class="entry">${scoreText(player)}</td><td class="entry">${scoreText(marker)}</td>${third}<td class="counts">${scoreText(counting)}</td></tr>${below}`;
}

function changePart({ side, from, to, line }: SheetChange, timeZone: string): Html {
  const when = localTime(line.recordedAt, timeZone);
  return markup`<span class="was">${SIDE_WORDS[side]}: <s>${scoreText(from)}</s> → <b>${scoreText(to)}</b>, ${when}, by ${line.by?.fullName ?? 'the system'}</span>`;
}

function sumRow(label: string, holes: readonly SheetHole[], corrected: boolean): Html {
  const sum = (of: (hole: SheetHole) => StoryScore): string => String(sumOf(holes.map(of)) ?? '–');
  const third = corrected ? markup`<td></td>` : '';
  return markup`<tr class="sum"><th scope="row">${label}</th><td>${sum(({ par }) => par)}</td><td>${sum(({ player }) => player)}</td><td>${sum(({ marker }) => marker)}</td>${third}<td>${sum(({ counting }) => counting)}</td></tr>`;
}

function correctionsPart(items: readonly Html[]): Html {
  return items.length === 0
    ? markup``
    : markup`<h3>Corrected by the committee</h3>
<ul class="signed">${items}</ul>`;
}

function signaturesPart(items: readonly Html[]): Html {
  return items.length === 0
    ? markup`<p class="state">Nobody has signed this card.</p>`
    : markup`<ul class="signed">${items}</ul>`;
}

function signatureItem({ line, signature, undone }: SheetSignature, timeZone: string): Html {
  const who = `${line.by?.fullName ?? 'The system'}, as ${signature.as.toLowerCase()}`;
  const phone = line.occurredAt === null ? '' : ` (phone: ${localTime(line.occurredAt, timeZone).slice(11)})`;
  const entries = signature.entries.map(scoreText).join(' ');
  const fits = signature.fits
    ? markup`stands for exactly these entries: ${entries}`
    : markup`<b>does not fit the card as it stood: ${entries}</b>`;
  const end = undone ? markup` · <b>undone later: the card was reopened</b>` : '';
  return markup`<li class="${undone ? 'undone' : ''}"><b>${who}</b>, ${localTime(line.recordedAt, timeZone)}${phone}${end}<br>
<code>${signature.cardHash}</code><br>${fits}</li>`;
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

function scoreText(score: StoryScore): string {
  return score === null ? '–' : String(score);
}
