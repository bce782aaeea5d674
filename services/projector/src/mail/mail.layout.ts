import { markup, type Html } from '@fairmark/server';
import { oneLine, plainName } from './mail.words.js';

/** The contents of a mail. All fields are plain text. */
export interface Letter {
  subject: string;
  lead: string;
  facts?: readonly (readonly [label: string, value: string])[];
  note?: string;
  button: string;
  /** Where the button leads: path and query of a page. */
  path: string;
  life?: string;
  /** Why this golfer gets the mail, and what happens if the golfer does nothing. */
  why: string;
}

/** Lays out a letter to a golfer for the mail server, as plain text and as a self-contained HTML page. */
export function layOut(letter: Letter, fullName: string, publicUrl: string) {
  const page = { ...letter, hello: `Hello ${plainName(fullName)},`, link: publicUrl + letter.path };
  return { subject: oneLine(letter.subject), text: textOf(page), html: pageOf(page) };
}

type Page = Letter & Record<'hello' | 'link', string>;

function textOf({ hello, lead, facts = [], note, button, link, life, why }: Page): string {
  const paragraphs = [
    hello,
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
const [INK, INK_2, LINE, PAPER, GREEN] = ['#12201a', '#46534b', '#dad6c8', '#f1efe6', '#0f4c35'];
const SMALL = `font-size:14px;line-height:21px;color:${INK_2}`;

const BREAKS = 'overflow-wrap:anywhere';
const BUTTON = `display:inline-block;padding:14px 28px;background:${GREEN};color:#ffffff;text-decoration:none;border-radius:14px;font-size:17px;line-height:22px;font-weight:600`;
const FRAME = `max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:16px;text-align:left;${FONT};color:${INK}`;
const CELL = `padding:9px 0;border-top:1px solid ${LINE};font-size:16px;line-height:24px;text-align:left;vertical-align:top`;

function pageOf({ subject, hello, lead, facts = [], note, button, link, life, why }: Page): string {
  const address = markup`<a href="${link}" style="color:${GREEN};${BREAKS};word-break:break-word">${link}</a>`;
  const rows = [
    row('padding:24px 24px 0', markup`<span style="font-size:20px;font-weight:700;color:${GREEN}">Fairmark</span>`),
    row(`padding:20px 24px 0;font-size:17px;line-height:26px;${BREAKS}`, hello),
    row(`padding:12px 24px 0;font-size:17px;line-height:26px;${BREAKS}`, lead),
    ...(facts.length === 0 ? [] : [row('padding:20px 24px 0', tableOf(facts))]),
    ...(note === undefined ? [] : [row(`padding:20px 24px 0;font-size:16px;line-height:24px;${BREAKS}`, note)]),
    row('padding:28px 24px 0', markup`<a href="${link}" style="${BUTTON}">${button}</a>`),
    row(
      `padding:24px 24px 24px;${SMALL}`,
      markup`${life === undefined ? '' : `${life} `}If the button does nothing, open this address:<br>${address}`,
    ),
    row(`padding:16px 24px 20px;border-top:1px solid ${LINE};${SMALL};${BREAKS}`, why),
  ];
  return markup`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${oneLine(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};${FONT};color:${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FRAME}">
${rows}
</table>
</td></tr></table>
</body>
</html>
`.text;
}

function row(style: string, content: string | Html): Html {
  return markup`<tr><td style="${style}">${content}</td></tr>`;
}

/** A table of labels and values. Labels take a third of the width at most, to leave room for long names on a phone. */
function tableOf(facts: NonNullable<Letter['facts']>): Html {
  const rows = facts.map(
    ([label, value]) =>
      markup`<tr><th scope="row" width="32%" style="${CELL};padding-right:12px;font-weight:400;color:${INK_2}">${label}</th><td style="${CELL};font-weight:600;${BREAKS}">${value}</td></tr>`,
  );
  return markup`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows}</table>`;
}
