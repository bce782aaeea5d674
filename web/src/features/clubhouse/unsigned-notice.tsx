import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { paths } from '../../shared/paths.js';
import { RedLink } from './red-link.js';

/** Says that there are rounds which are not verified, and leads to them; nothing where there are none. */
export function UnsignedNotice(): ReactNode {
  const { data } = useQuery(unverifiedQuery());
  if (data === undefined || data.rounds.length === 0) return null;
  return <RedLink to={paths.unsignedRounds()}>You have unsigned matches. Please verify them</RedLink>;
}
