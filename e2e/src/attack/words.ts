import { attack, codeOf, golfer, register, stranger } from './ground.js';
import { proofLinks } from '../support/group.js';
import { Golfer } from '../support/golfer.js';

/** Names that are invisible or look different from what they are. */
const HIDDEN = {
  'a zero-width space': '\u200B',
  'a word joiner': '\u2060',
  'a soft hyphen': 'Ann\u00ADAsh',
  'a Hangul filler': '\u3164',
  'an empty braille pattern': '\u2800',
  'a tag': 'Ann\u{E0041}',
  'a reversed direction': 'Ann \u202Ehsa',
  'a line break': 'Ann\nAsh',
  spaces: '   ',
};
/** Names that spreadsheets treat as formulas, and full-width forms of these. */
const FORMULAS = ['=1+1', '＝1+1', '＠SUM'];

/** F16: deceptive texts. */
export const WORDS = attack(
  'F16',
  'names that are invisible, and names that a spreadsheet would calculate',
  async (ground) => {
    const { base, check, stack } = ground;
    for (const [what, name] of Object.entries(HIDDEN)) {
      const caller = new Golfer(base, { ...stranger(ground).profile, name }, `hidden-${name.codePointAt(0)}@x.example`);
      const code = codeOf(await register(caller));
      check(`${what}: ${code}`, code === 'INVALID_INPUT');
    }
    const host = await golfer(ground, 'Carl Cell');
    const matchId = await host.creates({ course: await proofLinks(host) });
    for (const fullName of FORMULAS) {
      await host.does('POST', '/api/user/settings', { fullName });
      const table = await stack.ops(['audit', 'round', matchId, '--format', 'csv']);
      const cells = table.split(/[,\r\n]/).filter((cell) => cell.endsWith(fullName));
      const [first = 'not there'] = cells;
      check(`a golfer called ${fullName}, in a CSV: ${first}`, first === `'${fullName}` && new Set(cells).size === 1);
    }
  },
);
