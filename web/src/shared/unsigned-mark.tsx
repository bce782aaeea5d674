import styled from '@emotion/styled';
import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../api/clubhouse.js';
import { useMatchRoom } from '../api/realtime/realtime.js';

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

/** The unsigned cards that wait for me; undefined until loaded. */
export function useMyMoves(): UnverifiedRound[] | undefined {
  return useQuery(unverifiedQuery()).data?.rounds.filter(({ waitingFor }) => waitingFor === 'me');
}

/** Marks that rounds wait for my signature or my entries. */
export function UnsignedMark() {
  // Hints about scores go only to phones that watch the match. Of the latest, others may still enter scores.
  useMatchRoom(useQuery(unverifiedQuery()).data?.rounds[0]?.matchId ?? null);
  if ((useMyMoves() ?? []).length === 0) return null;
  return (
    <Red>
      <span aria-hidden="true">!</span>
      <span className="visually-hidden">(unsigned rounds)</span>
    </Red>
  );
}
