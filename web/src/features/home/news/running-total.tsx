import styled from '@emotion/styled';
import { useSession } from '../../../api/use-session.js';
import { useLiveMatch } from '../../../outbox/use-live-match.js';
import { runningTotal, scoringCards } from '../../../shared/scoring/cards.js';

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

/** My running total in the round in progress and the holes played, as on the hole page. */
export function RunningTotal({ matchId }: { matchId: string }) {
  const me = useSession()?.userId ?? '';
  const { match } = useLiveMatch(matchId);
  const card = match && scoringCards(match, me).find(({ isMine }) => isMine);
  const total = card && runningTotal(card, match.match.matchType);
  if (!total) return null;
  return (
    <Figure>
      {/* Drop the trailing dot: the holes played are on the next line. */}
      <b>{total.figure.replace(/ ·$/, '')}</b> <small>thru {total.thru}</small>
    </Figure>
  );
}
