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
  & > div > p {
    margin-bottom: var(--space-1);
    color: var(--ink-2);
    font-size: var(--text-14);
  }
`;

/** The page's one h1. */
export function PageHeading({ over, children, aside }: { over?: ReactNode; children: ReactNode; aside?: ReactNode }) {
  return (
    <Head>
      <div>
        {over !== undefined && <p>{over}</p>}
        <h1>{children}</h1>
      </div>
      {aside !== undefined && <div>{aside}</div>}
    </Head>
  );
}
