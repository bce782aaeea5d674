import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { matchQuery } from '../../../api/match.js';
import { useSession } from '../../../api/use-session.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';

const Figure = styled.span`
  display: grid;
  justify-items: end;
  font-variant-numeric: tabular-nums;
  & > b {
    color: var(--on-header);
    font: 500 var(--text-40) / 1 var(--serif);
  }
`;

/** What I have come to in a round in progress, and after how many holes. */
export function RunningTotal({ matchId }: { matchId: string }) {
  const me = useSession()?.userId;
  const { data } = useQuery(matchQuery(matchId));
  const totals = data?.rounds.find(({ player, withdrawn }) => player.id === me && !withdrawn)?.scoreTotals;
  if (data === undefined || totals === undefined || totals.thru === 0) return null;
  const { totalOf, total } = FORMAT_WORDS[data.match.matchType];
  return (
    <Figure>
      <b>{totalOf(totals)}</b>{' '}
      <small>
        {total === 'Stableford' ? 'pts, ' : ''}thru {totals.thru}
      </small>
    </Figure>
  );
}
