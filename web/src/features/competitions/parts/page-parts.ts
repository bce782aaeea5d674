import styled from '@emotion/styled';
import { FieldBox } from '../../../ui/fields/field.js';

/** Golfers below each other, each with something that can be done about them. */
export const Golfers = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  &:empty {
    display: none;
  }
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--key);
    padding: var(--space-1) var(--space-2) var(--space-1) var(--space-4);
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;

/** A field that is filled in a sheet: its heading, what was chosen, its button and what is wrong. */
export const Field = styled(FieldBox)`
  & > h2 {
    font: 600 var(--text-14) / 1.4 var(--font);
  }
`;
