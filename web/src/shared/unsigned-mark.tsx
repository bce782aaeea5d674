import styled from '@emotion/styled';
import { useMyMoves } from './use-my-moves.js';

const Red = styled.span`
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: var(--danger);
  color: var(--on-danger);
  font-size: var(--text-14);
  line-height: 1;
`;

/** Marks that rounds wait for my signature or my entries. */
export function UnsignedMark() {
  if ((useMyMoves() ?? []).length === 0) return null;
  return (
    <Red>
      <span aria-hidden="true">!</span>
      <span className="visually-hidden">(unsigned rounds)</span>
    </Red>
  );
}
