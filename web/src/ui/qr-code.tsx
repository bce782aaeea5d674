import styled from '@emotion/styled';
import { generate } from 'lean-qr/nano';

/** White in every theme: scanners expect dark on light. */
const Picture = styled.svg`
  display: block;
  width: 100%;
  border-radius: var(--radius-field);
  background: #ffffff;
  color: #000000;
`;

/** The quiet zone required by the standard, in modules. */
const QUIET = 4;

/** A text, such as a URL, as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  const cells = Array.from({ length: code.size ** 2 }, (_, n) => {
    const [x, y] = [n % code.size, Math.floor(n / code.size)];
    return code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '';
  });
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <path fill="currentColor" d={cells.join('')} />
    </Picture>
  );
}
