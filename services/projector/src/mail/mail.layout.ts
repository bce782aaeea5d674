import { escapeHtml, oneLine } from './mail.words.js';

/** A mail as it is handed to the mail server. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says; plain text in every field. */
export interface Letter {
  subject: string;
  /** Whom it greets. */
  fullName: string;
  lead: string;
  /** Label and value, in the order in which they are shown. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** What else is good to know before the button is pressed. */
  note?: string;
  button: string;
  link: string;
  /** How long the link is good for. */
  life?: string;
  /** Why this golfer gets it, and what becomes of it when nothing is done. */
  why: string;
}

/** A letter as plain text, and the same as a simple page that needs nothing from elsewhere. */
export function layOut(letter: Letter): Message {
  return { subject: oneLine(letter.subject), text: textOf(letter), html: pageOf(letter) };
}

function textOf({ fullName, lead, facts = [], note, button, link, life, why }: Letter): string {
  const paragraphs = [
    `Hello ${fullName},`,
    lead,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    note ?? '',
    `${button}:\n${link}`,
    life ?? '',
    'Good golf,\nFairmark',
    `--\n${why}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Ink, second ink, lines, the page, the club's green: the client's colours by daylight. */
const [INK, INK_2, LINE, PAPER, GREEN] = ['#12201a', '#46534b', '#dad6c8', '#f1efe6', '#0f4c35'];
const SMALL = `font-size:14px;line-height:21px;color:${INK_2}`;

function pageOf(letter: Letter): string {
  const { fullName, lead, note, button, link, life, why } = letter;
  const address = escapeHtml(link);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(oneLine(letter.subject))}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};${FONT};color:${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:16px;text-align:left;${FONT};color:${INK}">
${row('padding:24px 24px 0', `<span style="font-size:20px;font-weight:700;color:${GREEN}">Fairmark</span>`)}
${row('padding:20px 24px 0;font-size:17px;line-height:26px;overflow-wrap:anywhere', `Hello ${escapeHtml(fullName)},`)}
${row('padding:12px 24px 0;font-size:17px;line-height:26px;overflow-wrap:anywhere', escapeHtml(lead))}
${factsOf(letter)}${note === undefined ? '' : row(`padding:20px 24px 0;font-size:16px;line-height:24px;overflow-wrap:anywhere`, escapeHtml(note))}
${row('padding:28px 24px 0', `<a href="${address}" style="display:inline-block;padding:14px 28px;background:${GREEN};color:#ffffff;text-decoration:none;border-radius:14px;font-size:17px;line-height:22px;font-weight:600">${escapeHtml(button)}</a>`)}
${row(`padding:24px 24px 24px;${SMALL}`, `${life === undefined ? '' : `${escapeHtml(life)} `}If the button does nothing, open this address:<br><a href="${address}" style="color:${GREEN};overflow-wrap:anywhere;word-break:break-word">${address}</a>`)}
${row(`padding:16px 24px 20px;border-top:1px solid ${LINE};${SMALL};overflow-wrap:anywhere`, escapeHtml(why))}
</table>
</td></tr></table>
</body>
</html>
`;
}

function row(style: string, html: string): string {
  return `<tr><td style="${style}">${html}</td></tr>`;
}

/** A table of labels and values: labels a third of the width at most, so that long names have room on a phone. */
function factsOf({ facts = [] }: Letter): string {
  if (facts.length === 0) return '';
  const cell = `padding:9px 0;border-top:1px solid ${LINE};font-size:16px;line-height:24px;text-align:left;vertical-align:top`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" width="32%" style="${cell};padding-right:12px;font-weight:400;color:${INK_2}">${escapeHtml(label)}</th>` +
      `<td style="${cell};font-weight:600;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  const table = `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows.join('')}</table>`;
  return `${row('padding:20px 24px 0', table)}\n`;
}
