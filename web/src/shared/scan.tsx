import { onDemand } from '../ui/overlays/on-demand.js';

const QrCode = onDemand(async () => (await import('../ui/qr-code.js')).QrCode);

/** A QR code of `size` px, whose space is reserved while its code loads. */
export function Scan({ size, ...code }: { text: string; label: string; size: number }) {
  return (
    <div style={{ width: size, maxWidth: '100%', aspectRatio: 1, marginInline: 'auto' }}>
      <QrCode {...code} />
    </div>
  );
}
