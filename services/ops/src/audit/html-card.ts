import type { StoryScore } from '@fairmark/contract';
import { stateWords, sumOf, type CardSheet, type SheetHole, type SheetSignature } from './card-sheet.js';
import { html, type Html } from './html.js';
import { localTime } from './moments.js';

const SIDE_WORDS = { PLAYER: 'Player', MARKER: 'Marker', COMMITTEE: 'Committee' } as const;
const NINE = 9;

/** A card as a table of its eighteen holes: both entries side by side, what was changed, who signed. */
export function cardSection(sheet: CardSheet, timeZone: string): Html {
  const { card, holes, signatures, corrections } = sheet;
  const corrected = card.correctedHoles.length > 0;
  const rows = [
    ...holes.slice(0, NINE).map((hole) => holeRow(hole, corrected, timeZone)),
    sumRow('Out', holes.slice(0, NINE), corrected),
    ...holes.slice(NINE).map((hole) => holeRow(hole, corrected, timeZone)),
    sumRow('In', holes.slice(NINE), corrected),
    sumRow('Total', holes, corrected),
  ];
  const signed = signatures.map((signature) => signatureItem(signature, timeZone));
  return html`<section class="card">
    <h2>${card.player.fullName}</h2>
    <p class="state">
      Daily handicap ${card.dailyHandicap} ·
      ${card.marker === null ? 'nobody marks it' : `marked by ${card.marker.fullName}`} · <b>${stateWords(card)}</b>
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Hole</th>
          <th scope="col">Par</th>
          <th scope="col">Player</th>
          <th scope="col">Marker</th>
          ${corrected ? html`<th scope="col">Committee</th>` : ''}
          <th scope="col">Counts</th>
          <th scope="col" class="wide">Changed</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${
      corrections.length === 0
        ? ''
        : html`<h3>Corrected by the committee</h3>
            <ul class="signed">
              ${corrections.map((line) => html`<li>${localTime(line.recordedAt, timeZone)}: ${line.words}</li>`)}
            </ul>`
    }
    <h3>Signatures</h3>
    ${
      signed.length === 0
        ? html`<p class="state">Nobody has signed this card.</p>`
        : html`<ul class="signed">
            ${signed}
          </ul>`
    }
  </section>`;
}

function holeRow(hole: SheetHole, corrected: boolean, timeZone: string): Html {
  const changes = hole.changes.map(
    ({ side, from, to, line }) =>
      html`<span class="was"
        >${SIDE_WORDS[side]} <s>${scoreText(from)}</s> → ${scoreText(to)}, ${localTime(line.recordedAt, timeZone)},
        ${line.by?.fullName ?? 'the system'}</span
      >`,
  );
  const marks = [
    ...(hole.differs ? [html`<span class="mark">Entries differ</span>`] : []),
    ...(hole.changes.length > 0 ? [html`<span class="mark">Changed ${times(hole.changes.length)}</span>`] : []),
  ];
  const committee = html`<td class="corrected">${hole.committee === undefined ? '' : scoreText(hole.committee)}</td>`;
  return html`<tr class="${hole.differs ? 'differs' : ''}">
    <th scope="row">${hole.number}</th>
    <td>${hole.par ?? ''}</td>
    <td class="entry">${scoreText(hole.player)}</td>
    <td class="entry">${scoreText(hole.marker)}</td>
    ${corrected ? committee : ''}
    <td class="counts">${scoreText(hole.counting)}</td>
    <td class="wide">${marks}${changes}</td>
  </tr>`;
}

function sumRow(label: string, holes: readonly SheetHole[], corrected: boolean): Html {
  const sum = (of: (hole: SheetHole) => StoryScore): string => String(sumOf(holes.map(of)) ?? '–');
  return html`<tr class="sum">
    <th scope="row">${label}</th>
    <td>${sum(({ par }) => par)}</td>
    <td>${sum(({ player }) => player)}</td>
    <td>${sum(({ marker }) => marker)}</td>
    ${corrected ? html`<td></td>` : ''}
    <td>${sum(({ counting }) => counting)}</td>
    <td class="wide"></td>
  </tr>`;
}

function signatureItem({ line, signature, undone }: SheetSignature, timeZone: string): Html {
  const who = `${line.by?.fullName ?? 'The system'}, as ${signature.as.toLowerCase()}`;
  const phone = line.occurredAt === null ? '' : ` (phone: ${localTime(line.occurredAt, timeZone)})`;
  const entries = signature.entries.map((entry) => scoreText(entry)).join(' ');
  const fits = signature.fits
    ? html`stands for exactly these entries: ${entries}`
    : html`<b>does not fit the card as it stood: ${entries}</b>`;
  return html`<li class="${undone ? 'undone' : ''}">
    <b>${who}</b>,
    ${localTime(line.recordedAt, timeZone)}${phone}${undone ? html` · <b>undone later: the card was reopened</b>` : ''}<br />
    <code>${signature.cardHash}</code><br />${fits}
  </li>`;
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

function scoreText(score: StoryScore): string {
  return score === null ? '–' : String(score);
}
