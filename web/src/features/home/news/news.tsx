import styled from '@emotion/styled';
import { Skeleton } from '../../../ui/skeleton.js';
import { LastRounds } from './last-rounds.js';
import { Running } from './running.js';
import { Today } from './today.js';
import { useNews } from './use-news.js';

const All = styled.div`
  display: grid;
  gap: var(--space-6);
  padding-top: var(--space-3);
`;

/** Today's results, my last result and my competitions. Empty parts are omitted. */
export function News() {
  const news = useNews();
  if (!news.settled) return <Skeleton label="Looking for news" height={160} />;
  return (
    <All>
      <Today news={news} places={1} />
      <LastRounds news={news} count={1} />
      <Running news={news} />
    </All>
  );
}
