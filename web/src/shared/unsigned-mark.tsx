import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../api/clubhouse.js';
import { useMatchRoom } from '../api/realtime/hooks.js';
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
  // Scores are hinted to a match's viewers alone; the latest one is where the others may still be entering them.
  useMatchRoom(useQuery(unverifiedQuery()).data?.rounds[0]?.matchId ?? null);
  if ((useMyMoves() ?? []).length === 0) return null;
  return (
    <Red>
      <span aria-hidden="true">!</span>
      <span className="visually-hidden">(unsigned rounds)</span>
    </Red>
  );
}
