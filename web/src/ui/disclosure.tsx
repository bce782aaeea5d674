import styled from '@emotion/styled';
import { useState, type ReactNode } from 'react';

const Box = styled.details`
  border-block: 1px solid var(--line);
  & > summary {
    min-height: var(--key);
    padding-block: var(--space-2);
  }
  & > summary > div > h2 {
    font-size: var(--text-18);
  }
  & > div {
    padding-bottom: var(--space-4);
  }
`;

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** A disclosure whose content is mounted only while open. */
export function Disclosure({ summary, open: initiallyOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <Box open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <div>{summary}</div>
      </summary>
      {open && <div>{children}</div>}
    </Box>
  );
}
