import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const Box = styled.details`
  border-block: 1px solid var(--line);
  & > summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--key);
    padding-block: var(--space-2);
    outline-offset: -2px;
  }
  & > summary > div > :is(h2, h3) {
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

/** What is shown when it is asked for; until then it is not there. */
export function Disclosure({ summary, open: openAtFirst = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <Box open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <div>{summary}</div>
        <ChevronDown size={20} />
      </summary>
      {open && <div>{children}</div>}
    </Box>
  );
}
