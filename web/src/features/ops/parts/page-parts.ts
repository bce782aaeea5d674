import styled from '@emotion/styled';
import { CardForm } from '../../../ui/card.js';

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
