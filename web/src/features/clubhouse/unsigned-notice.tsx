import styled from '@emotion/styled';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { useMyMoves } from '../../shared/use-my-moves.js';

const Red = styled(Link)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-2);
  min-height: var(--target);
  padding: var(--space-2) var(--space-3);
  border: 1px solid color-mix(in srgb, var(--danger) 32%, transparent);
  border-radius: var(--radius-field);
  background: var(--danger-tint);
  color: var(--danger);
  font-weight: 600;
  text-decoration: none;
  @media (hover: hover) {
    &:hover {
      text-decoration: underline;
    }
  }
`;

/** Says that rounds wait for me, and leads to them; nothing where none do. */
export function UnsignedNotice() {
  if ((useMyMoves() ?? []).length === 0) return null;
  return (
    <Red to={paths.unsignedRounds()}>
      <TriangleAlert size={20} />
      <span>You have unsigned matches. Please verify them</span>
      <ChevronRight size={18} />
    </Red>
  );
}
