import styled from '@emotion/styled';

/** The column of several controls that are one field: its legend looks as the label of a single one. */
export const FieldGroup = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  & > legend {
    margin-bottom: var(--space-2);
    padding: 0;
    font-weight: 600;
    font-size: var(--text-14);
  }
`;
