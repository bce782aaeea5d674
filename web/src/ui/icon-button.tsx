import styled from '@emotion/styled';
import type { ComponentProps, ReactNode } from 'react';

const Square = styled.button`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: var(--target);
  height: var(--target);
  border-radius: var(--radius-field);
  &:active {
    background: var(--sunk);
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: ReactNode;
}

/** A button with only an icon, 48 × 48 px. */
export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <Square type="button" data-print="no" aria-label={label} title={label} {...button}>
      {icon}
    </Square>
  );
}
