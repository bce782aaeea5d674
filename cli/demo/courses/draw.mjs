/**
 * Draws the pictures of the demo's invented courses: `node cli/demo/courses/draw.mjs`. The flag stands in the middle:
 * a small picture cuts off what is beside it.
 */
import path from 'node:path';
import sharp from 'sharp';

const WIDTH = 960;
const HEIGHT = 320;

/** Sky from above to below, far and near ground, green, sand or water; `far` is the outline of what lies behind. */
const PICTURES = [
  {
    file: 'lantern-bay-east',
    sky: ['#f6c79a', '#fbe9cf'],
    far: 'M0 190h960v130H0z',
    ground: ['#5f8fa8', '#4f7a4a', '#7fae62'],
    hazard: '#e9d7a6',
  },
  {
    file: 'harrow-point',
    sky: ['#8fb9dc', '#e4eff6'],
    far: 'M0 210c90-70 170-20 260-60s150-60 250 0 180-50 260-10 120 30 190 10v170H0z',
    ground: ['#6d8fa0', '#3f6f45', '#6aa054'],
    hazard: '#ecdcae',
  },
  {
    file: 'limestone-ridge',
    sky: ['#bcd3e6', '#f5efe2'],
    far: 'M0 200l110-60 70 20 60-50h150l70 60 120-30 90-50h130l60 50 100 20v160H0z',
    ground: ['#c8b391', '#6b7d3e', '#93a955'],
    hazard: '#f2e6c6',
  },
  {
    file: 'saltpan-dunes',
    sky: ['#e79a72', '#fbdcb4'],
    far: 'M0 220c160-60 240-60 400-10s260-50 560-10v120H0z',
    ground: ['#b7653c', '#8a7a3d', '#a9a35a'],
    hazard: '#f5d7b0',
  },
];

for (const { file, ...picture } of PICTURES) {
  const target = path.join(import.meta.dirname, `${file}.png`);
  await sharp(Buffer.from(svgOf(picture)))
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(target);
}

function svgOf({ sky: [above, below], far, ground: [behind, rough, green], hazard }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
    <path d="${far}" fill="${behind}"/>
    <path d="M0 236c220-36 420-30 600-14s260 8 360-8v106H0z" fill="${rough}"/>
    <path d="M300 320c30-60 110-76 180-76s170 18 210 76z" fill="${green}"/>
    <ellipse cx="350" cy="268" rx="46" ry="11" fill="${hazard}"/>
    <ellipse cx="606" cy="258" rx="34" ry="8" fill="${hazard}"/>
    <path d="M480 276V120" stroke="#2b2b2b" stroke-width="4"/>
    <path d="M482 122l64 22-64 22z" fill="#c0392b"/>
    <ellipse cx="480" cy="278" rx="12" ry="4" fill="#1f2a1a"/>
  </svg>`;
}
