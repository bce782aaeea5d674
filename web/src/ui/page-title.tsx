import styled from '@emotion/styled';
import type { ReactNode } from 'react';

const Head = styled.header`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-4);
  & > div:first-of-type {
    min-width: 0;
  }
  & > div > small {
    margin-bottom: var(--space-1);
  }
`;

/** The page's one h1. */
export function PageHeading({ over, children, aside }: { over?: ReactNode; children: ReactNode; aside?: ReactNode }) {
  return (
    <Head>
      <div>
        {over !== undefined && <small>{over}</small>}
        <h1>{children}</h1>
      </div>
      {aside !== undefined && <div>{aside}</div>}
    </Head>
  );
}
