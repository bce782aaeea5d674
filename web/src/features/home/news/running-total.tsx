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
    font: 500 var(--text-30) / 1.1 var(--serif);
  }
  & > small {
    color: var(--on-header-2);
  }
`;

/** What I have come to in a round in progress, and after how many holes. */
export function RunningTotal({ matchId }: { matchId: string }) {
  const me = useSession()?.userId;
  const { data } = useQuery(matchQuery(matchId));
  const card = data?.rounds.find(({ player, withdrawn }) => player.id === me && !withdrawn);
  if (data === undefined || card === undefined || card.scoreTotals.thru === 0) return null;
  const entered = new Set(card.holes.filter(({ player }) => player !== null).map(({ holeNumber }) => holeNumber));
  const holes = data.userMatchSettings?.holes ?? [];
  const par = holes.reduce((sum, hole) => sum + (entered.has(hole.number) ? hole.par : 0), 0);
  const figure = FORMAT_WORDS[data.match.matchType].running(card.scoreTotals, (card.scoreTotals.gross ?? 0) - par);
  return (
    <Figure>
      {/* What follows it stands below, not behind a dot. */}
      <b>{figure.replace(/ ·$/, '')}</b> <small>thru {card.scoreTotals.thru}</small>
    </Figure>
  );
}
