import styled from '@emotion/styled';
import type { MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { dailyResultsQuery } from '../../../api/clubhouse.js';
import { useCourseRoom } from '../../../api/realtime/hooks.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { Button } from '../../../ui/button.js';
import { placeOf } from './result-words.js';

/** Places are counted so far; on a day with more cards the number of them is left out. */
const PAGES = 4;

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
  min-height: var(--target);
  & > strong {
    font: 500 var(--text-30) / 1.1 var(--serif);
  }
  &[data-first='true'] > svg {
    color: var(--brass-fill);
  }
`;

/** Where my card stands on the leaderboard of its day, as it changes; nothing once that day is over. */
export function TodaysPlace({ match, me }: { match: MatchAnswer['match']; me: string }) {
  const query = useQuery(dailyResultsQuery(match.course.id, FORMAT_WORDS[match.matchType].sort, PAGES));
  useCourseRoom(match.course.id);
  if (query.data === undefined) {
    if (query.error === null) return <Line aria-busy="true">Looking up your place today…</Line>;
    return (
      <Line role="status">
        Your place today can&apos;t be shown right now.
        <Button kind="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Line>
    );
  }
  if (query.data.day !== match.day) return null;
  const place = placeOf(query.data, match.id, me);
  if (place === null) return <Line role="status">Your card is on its way to the leaderboard.</Line>;
  return (
    <Line data-first={place.first}>
      <Trophy size={24} />
      <strong>{place.words}</strong>
    </Line>
  );
}
