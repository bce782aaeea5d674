import styled from '@emotion/styled';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { announce } from './live-region.js';
import { tinted } from './page-parts.js';

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-1) var(--space-3);
  padding: var(--space-4);
  border: 1px solid color-mix(in srgb, currentColor 32%, transparent);
  border-radius: var(--radius-field);
  background: var(--surface);
  color: var(--primary);
  ${tinted}
  & > svg {
    margin-top: 1px;
  }
  & > p {
    color: var(--ink);
    font-weight: 600;
  }
  & > div {
    grid-column: 2;
    color: var(--ink);
    font-size: var(--text-14);
  }
  & > [data-part='action'] {
    margin-top: var(--space-2);
  }
`;

const ICONS = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleAlert } as const;

interface BannerProps extends Omit<ComponentProps<'div'>, 'title'> {
  kind: keyof typeof ICONS;
  title: string;
  action?: ReactNode;
}

/**
 * A message in its place on the page. Screen readers announce `danger` immediately; others politely, through the live
 * region, because most do not read a status that appears together with its text.
 */
export function Banner({ kind, title, children, action, ...box }: BannerProps) {
  const Icon = ICONS[kind];
  const isAlert = kind === 'danger';
  const announced = useRef('');
  useEffect(() => {
    if (isAlert || announced.current === title) return;
    announced.current = title;
    announce(title);
  }, [isAlert, title]);
  return (
    <Box role={isAlert ? 'alert' : undefined} {...box} data-kind={kind}>
      <Icon size={20} />
      <p>{title}</p>
      {children !== undefined && <div>{children}</div>}
      {action !== undefined && <div data-part="action">{action}</div>}
    </Box>
  );
}
