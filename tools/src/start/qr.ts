import { generate } from 'lean-qr';

/** Light modules around the code; some cameras need them. */
const MARGIN = 4;
const [BLACK_ON_WHITE, AS_BEFORE] = ['\u001B[38;5;16;48;5;231m', '\u001B[0m'];

/** A text as a QR code of half blocks, two rows per line; without `colours` in the terminal's own (light on dark). */
export function qrLines(text: string, colours = false): string[] {
  const code = generate(text);
  const isDark = (x: number, y: number): boolean => code.get(x - MARGIN, y - MARGIN);
  const size = code.size + 2 * MARGIN;
  const block = (x: number, y: number): string => {
    const [upper, lower] = [isDark(x, y) === colours, isDark(x, y + 1) === colours];
    return upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
  };
  return Array.from({ length: Math.ceil(size / 2) }, (_, row) => {
    const line = Array.from({ length: size }, (_, x) => block(x, row * 2)).join('');
    return colours ? `${BLACK_ON_WHITE}${line}${AS_BEFORE}` : line;
  });
}
