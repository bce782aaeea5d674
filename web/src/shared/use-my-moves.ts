import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../api/clubhouse.js';

/** The unsigned cards that wait for me; undefined until loaded. */
export function useMyMoves(): UnverifiedRound[] | undefined {
  return useQuery(unverifiedQuery()).data?.rounds.filter(({ waitingFor }) => waitingFor === 'me');
}
