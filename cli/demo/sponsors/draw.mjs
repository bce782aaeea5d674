/**
 * Draws the pictures of the demo's invented sponsors: `node cli/demo/sponsors/draw.mjs`. What they are for is in the
 * middle: a banner cuts off what is beside or above it.
 */
import path from 'node:path';
import sharp from 'sharp';

const WIDTH = 495;
const HEIGHT = 330;

/** Emblems in a square of 100 by 100, in the colour of the text. */
const EMBLEMS = {
  loaf: '<path d="M14 46c0-16 16-24 36-24s36 8 36 24c0 8-4 12-8 13v21H22V59c-4-1-8-5-8-13z"/><path class="cut" d="M38 34l6 18M52 32l6 18M66 34l6 18"/>',
  cup: '<path d="M18 36h52v22c0 16-10 24-26 24S18 74 18 58z"/><path class="line" d="M70 42h6c12 0 12 20 0 20h-7M34 12c-6 6 6 8 0 16M50 12c-6 6 6 8 0 16"/>',
  leaf: '<path d="M18 82C14 40 40 16 84 16c2 42-20 70-56 60z"/><path class="cut" d="M20 84C32 60 46 46 66 34"/>',
  wheels:
    '<g class="line"><circle cx="24" cy="64" r="18"/><circle cx="76" cy="64" r="18"/><path d="M24 64l16-30h26l10 30M40 34l12 30 14-30M52 64H24M34 26h12M66 34l-4-12h10"/></g>',
  glasses:
    '<g class="line"><circle cx="28" cy="54" r="19"/><circle cx="72" cy="54" r="19"/><path d="M47 50c2-4 4-4 6 0M9 50L4 38M91 50l5-12"/></g>',
  spade: '<path d="M46 8h8v36h-8zM34 6h32v8H34zM30 44h40v18c0 16-10 26-20 32-10-6-20-16-20-32z"/>',
  car: '<path d="M8 52l10-4 12-18h34l16 18 12 5v17H8z"/><path class="cut" d="M34 46l7-11h9v11zM56 35h6l10 11H56z"/><circle class="hub" cx="28" cy="70" r="11"/><circle class="hub" cx="74" cy="70" r="11"/>',
  fish: '<path d="M6 50c14-22 46-28 66-6l20-16c-4 16-4 28 0 44L72 56C52 78 20 72 6 50z"/><circle class="eye" cx="26" cy="44" r="4"/>',
  flag: '<path d="M44 10h5v66h-5z"/><path d="M49 12l34 14-34 14z"/><ellipse cx="48" cy="82" rx="34" ry="8"/>',
};

/** Light text on dark, or dark on light: at least 7 to 1. */
const PICTURES = [
  { file: 'bunker-and-crumb', emblem: 'loaf', lines: ['Bunker & Crumb', 'BAKERY'], back: '#5b2a12', ink: '#fdf1dc' },
  { file: 'second-shot', emblem: 'cup', lines: ['Second Shot', 'COFFEE'], back: '#f3e3c6', ink: '#3a2113' },
  { file: 'fairway-and-fern', emblem: 'leaf', lines: ['Fairway & Fern', 'NURSERY'], back: '#143f2a', ink: '#eef7e4' },
  { file: 'slow-putt', emblem: 'wheels', lines: ['Slow Putt', 'CYCLES'], back: '#12325c', ink: '#eef4fc' },
  { file: 'long-sight', emblem: 'glasses', lines: ['Long Sight', 'OPTICIANS'], back: '#e7eef2', ink: '#10303f' },
  {
    file: 'divot-and-daughters',
    emblem: 'spade',
    lines: ['Divot & Daughters', 'TURF'],
    back: '#dbe8c4',
    ink: '#22380f',
  },
  { file: 'lost-ball', emblem: 'car', lines: ['Lost Ball', 'MOTORS'], back: '#6a1420', ink: '#fff0ec' },
  { file: 'nineteenth', emblem: 'fish', lines: ['The Nineteenth', 'FISH & CHIPS'], back: '#0d4750', ink: '#ecf8f6' },
  { file: 'clubhouse', emblem: 'flag', lines: ['Good to see you', 'ON THE COURSE'], back: '#1f3d2b', ink: '#f7f2e4' },
];

for (const picture of PICTURES) {
  const png = sharp(Buffer.from(svg(picture))).png({ palette: true, colours: 64, compressionLevel: 9 });
  await png.toFile(path.join(import.meta.dirname, `${picture.file}.png`));
}

function svg({ emblem, lines: [name, trade], back, ink }) {
  const size = name.length > 15 ? 37 : 42;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <style>
      .line, .cut { fill: none; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
      .line { stroke: ${ink}; }
      .cut { stroke: ${back}; }
      .hub { stroke: ${back}; stroke-width: 6; }
      .eye { fill: ${back}; }
    </style>
    <rect width="100%" height="100%" fill="${back}"/>
    <path d="M0 ${HEIGHT} V268 C140 232 300 300 ${WIDTH} 246 V${HEIGHT} Z" fill="${ink}" opacity="0.08"/>
    <g transform="translate(182 34) scale(1.3)" fill="${ink}">${EMBLEMS[emblem]}</g>
    <g fill="${ink}" text-anchor="middle">
      <text x="50%" y="222" font-family="DejaVu Serif" font-weight="bold" font-size="${size}">${escaped(name)}</text>
      <text x="50%" y="270" font-family="DejaVu Sans" font-weight="bold" font-size="27" letter-spacing="5">${escaped(trade)}</text>
    </g>
  </svg>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;');
}
