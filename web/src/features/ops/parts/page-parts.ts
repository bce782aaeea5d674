import styled from '@emotion/styled';
import { CardForm } from '../../../ui/card.js';
import { onDemand } from '../../../ui/overlays/on-demand.js';

/** A text for the camera of another device; its code is loaded when it is first shown. */
export const QrCode = onDemand(async () => (await import('../../../ui/qr-code.js')).QrCode);

/** Where a {@link QrCode} stands, also before it is there. */
export const Scan = styled.div`
  width: 240px;
  max-width: 100%;
  aspect-ratio: 1;
`;

/** A card to fill in, as wide as a form. */
export const FormCard = styled(CardForm)`
  max-width: var(--column);
`;

/** Figures beside each other, each under its name. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
  gap: var(--space-3) var(--space-5);
  & dd > small {
    display: block;
  }
`;

/** Text as machines write it: ids, hashes, errors. */
export const Raw = styled.code`
  font-size: var(--text-14);
  overflow-wrap: anywhere;
`;
