import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { tinted } from './page-parts.js';

const Box = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-height: 28px;
  padding: 2px var(--space-3);
  border: 1px solid var(--line);
  border-radius: var(--radius-chip);
  background: var(--surface);
  color: var(--ink);
  font-weight: 600;
  font-size: var(--text-14);
  line-height: 1.2;
  white-space: nowrap;
  & > svg {
    width: 16px;
    height: 16px;
  }
  &[data-kind] {
    border-color: transparent;
  }
  ${tinted}
  &[data-kind='brass'] {
    border-color: var(--brass-fill);
    color: var(--brass);
  }
`;

interface ChipProps {
  /** `brass` is for honours only. */
  kind?: 'primary' | 'brass' | 'warn' | 'danger';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short label; not interactive. */
export function Chip({ kind, icon, children }: ChipProps) {
  return (
    <Box data-kind={kind}>
      {icon}
      {children}
    </Box>
  );
}
