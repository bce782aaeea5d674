import styled from '@emotion/styled';
import { CardForm } from '../../../ui/card.js';

/** A card with a form, at most a column wide. */
export const FormCard = styled(CardForm)`
  max-width: var(--column);
`;

/** A grid of labelled figures. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
  gap: var(--space-3) var(--space-5);
  & dd > small {
    display: block;
  }
`;

/** A sunken list or panel. */
export const Sunk = styled.div`
  display: grid;
  gap: var(--space-1);
  padding: var(--space-4);
  border-radius: var(--radius-field);
  background: var(--sunk);
`;

/** Machine-readable text: ids, hashes, errors. */
export const Raw = styled.code`
  font-size: var(--text-14);
  overflow-wrap: anywhere;
`;
