import styled from '@emotion/styled';
import { useSession } from '../../../api/use-session.js';
import { useLiveMatch } from '../../../outbox/use-live-match.js';
import { scoringCards } from '../../../shared/scoring/cards.js';
import { runningTotal } from '../../../shared/scoring/running-total.js';

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

/** What I have come to in a round in progress, and after how many holes: as the hole page says it. */
export function RunningTotal({ matchId }: { matchId: string }) {
  const me = useSession()?.userId ?? '';
  const { match } = useLiveMatch(matchId);
  const card = match && scoringCards(match, me).find(({ isMine }) => isMine);
  const total = card && runningTotal(card, match.match.matchType);
  if (!total) return null;
  return (
    <Figure>
      {/* What follows it stands below, not behind a dot. */}
      <b>{total.figure.replace(/ ·$/, '')}</b> <small>thru {total.thru}</small>
    </Figure>
  );
}
