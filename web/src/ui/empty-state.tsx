import styled from '@emotion/styled';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-3);
  padding: var(--space-8) var(--space-5);
  border: 1.5px dashed var(--line);
  border-radius: var(--radius-card);
  color: var(--ink-2);
  text-align: center;
  text-wrap: pretty;
  & > * {
    max-width: 44ch;
  }
  & > span:first-of-type {
    display: grid;
    place-items: center;
    width: var(--key);
    height: var(--key);
    border-radius: 50%;
    background: var(--sunk);
    color: var(--primary);
  }
  &[role='alert'] > span:first-of-type {
    background: var(--danger-tint);
    color: var(--danger);
  }
  & > p {
    color: var(--ink);
    font: 500 var(--text-22) / 1.2 var(--serif);
  }
`;

/** An empty list: why it is empty, and what to do. */
export function EmptyState({ title, children, action }: { title?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Box>
      <span aria-hidden="true">
        <Flag />
      </span>
      {title !== undefined && <p>{title}</p>}
      <div>{children}</div>
      {action}
    </Box>
  );
}

interface ErrorStateProps {
  children: ReactNode;
  onRetry: () => void;
  busy?: boolean;
}

/** An error in place of content, with a way to retry. */
export function ErrorState({ children, onRetry, busy = false }: ErrorStateProps) {
  return (
    <Box role="alert">
      <span>
        <CircleAlert size={28} />
      </span>
      <div>{children}</div>
      <Button kind="secondary" busy={busy} icon={<RotateCw size={18} />} onClick={onRetry}>
        Try again
      </Button>
    </Box>
  );
}

function Flag() {
  return (
    <svg width="30" height="30" viewBox="0 0 30 30" fill="none" stroke="currentColor" strokeWidth="1.75">
      <path d="M11 25V4l11 4.5L11 13" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M7 23.5c-2 .4-3 .9-3 1.6C4 26.7 8.5 27.5 13 27.5s9-.8 9-2.4c0-.7-1-1.2-3-1.6" strokeLinecap="round" />
    </svg>
  );
}
