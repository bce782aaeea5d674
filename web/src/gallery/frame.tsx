import styled from '@emotion/styled';
import type { ReactNode } from 'react';

/** The gallery's page. */
export const Page = styled.main`
  display: grid;
  gap: var(--space-12);
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-6) var(--space-4) var(--space-12);
`;

const Part = styled.section`
  display: grid;
  gap: var(--space-4);
  min-width: 0;
  & > h2 {
    padding-bottom: var(--space-2);
    border-bottom: 1px solid var(--line);
  }
`;

const Cells = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--space-5);
  @media (min-width: 1024px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Things beside each other that wrap. */
export const Shelf = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: var(--space-3);
`;

/** Things over each other. */
export const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
  min-width: 0;
`;

/** A group of the gallery. */
export function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Part>
      <h2>{title}</h2>
      <Cells>{children}</Cells>
    </Part>
  );
}
