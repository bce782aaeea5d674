import styled from '@emotion/styled';
import { onDemand } from '../ui/overlays/on-demand.js';

const QrCode = onDemand(async () => (await import('../ui/qr-code.js')).QrCode);

const Square = styled.div`
  width: var(--n);
  max-width: 100%;
  aspect-ratio: 1;
  margin-inline: auto;
`;

/** A QR code of `size` px, whose space is reserved while its code loads. */
export function Scan({ size, ...code }: { text: string; label: string; size: number }) {
  return (
    <Square style={{ '--n': `${size}px` }}>
      <QrCode {...code} />
    </Square>
  );
}
