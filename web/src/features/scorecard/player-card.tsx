import { type CardHole, type MatchAnswer, type Round, CORRECTION_WORDS, type CardCorrection } from '@fairmark/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { History, Printer } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call/client.js';
import { useTeeName } from '../../api/lookups.js';
import { unsentHoles, type WaitingScore } from '../../outbox/box.js';
import { Answered } from '../../shared/answered.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Fact, OnDesktop, Row } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { ninesOf } from '../../golf/cards.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { Nines } from '../../golf/nine-table.js';
import { ScoreKey } from '../../golf/score-key.js';
import { totalsOf, TotalsTile } from '../../golf/totals.js';
import { HistorySheet } from './history-sheet.js';
import { type EditHole, IssueRows } from './settle.js';
import { issuesOf, otherMissingText, type ShownCard } from './parts/sides.js';
import { CardFacts, CardPanel } from './page-parts.js';
import { ReopenCard, Signatures } from './signing/sign-box.js';
import { neverText } from './signing/signing.js';
import styled from '@emotion/styled';
import { momentWords } from '../../text/dates.js';
import { CORRECTED } from '../../golf/result-words.js';
import { scoreWords } from '../../golf/score/score-texts.js';

interface PlayerCardProps {
  answer: MatchAnswer;
  card: ShownCard;
  me: string;
  waiting: readonly WaitingScore[];
  onEdit: EditHole;
}

/** Par, index and strokes received of another player's card. They never change after the start. */
const cardHolesQuery = (matchId: string, userId: string) =>
  queryOptions({
    queryKey: ['card-holes', matchId, userId],
    queryFn: async ({ signal }) => {
      const answer = await call<MatchAnswer>('GET', `/api/match/${matchId}`, { query: { userId }, signal });
      return answer.userMatchSettings?.holes ?? [];
    },
    staleTime: Infinity,
  });

/** One player's card. Par and index of a card that I neither play nor mark are fetched, unless I did before. */
export function PlayerCard(props: PlayerCardProps) {
  const { answer, card } = props;
  const query = useQuery({
    ...cardHolesQuery(answer.match.id, card.round.player.id),
    initialData: card.holes ?? undefined,
    enabled: card.holes === null,
  });
  return (
    <Answered query={query} waiting={<Skeleton lines={2} height={200} label="Loading this card" />}>
      {(holes) => <WholeCard {...props} holes={holes} />}
    </Answered>
  );
}

/** Facts, two nines, totals and signatures. */
function WholeCard({ answer, card, holes, me, waiting, onEdit }: PlayerCardProps & { holes: readonly CardHole[] }) {
  const { match, revision } = answer;
  const { round, mayWrite } = card;
  const { player } = round;
  const tee = useTeeName(match);
  const navigate = useNavigate();
  const [history, setHistory] = useState(false);
  const nines = ninesOf(match.matchType, round, holes, unsentHoles(player.id, waiting));
  const others = issuesOf(card).filter(({ editable }) => !editable);
  const missing = match.isSocial ? '' : otherMissingText(card);
  // Some holes are edited here, others on their own page (docs/product.md, Signing 14).
  const press = (holeNumber: number): void => {
    const differs = round.holes[holeNumber - 1]?.mismatch === true;
    if (differs || !card.own.entries[holeNumber - 1]) onEdit(player.id, holeNumber);
    else void navigate(paths.score(holeNumber, match.id));
  };
  return (
    <CardPanel aria-labelledby={`card-${player.id}`}>
      <h2 id={`card-${player.id}`}>{player.fullName}</h2>
      <CardFacts>
        <Fact term="Daily handicap">{round.dailyHandicapForShow}</Fact>
        {!match.isSocial && <Fact term="Marker">{round.marker?.fullName ?? 'None'}</Fact>}
        <Fact term="Format">{FORMAT_WORDS[match.matchType].name}</Fact>
        <Fact term="Tee">{tee}</Fact>
      </CardFacts>
      <Notice round={round} />
      <IssueRows label="About this card" issues={others} />
      {missing !== '' && <p data-print="no">{missing}</p>}
      {mayWrite && <small data-print="no">Pick a hole to change its score.</small>}
      <Nines nines={nines} of={player.fullName} showIndex onHole={mayWrite ? press : undefined} />
      <ScoreKey />
      <TotalsTile {...totalsOf(match.matchType, round.scoreTotals)} />
      {!match.isSocial && <Signatures card={card} />}
      {round.corrections.length > 0 && <Corrections corrections={round.corrections} />}
      <Row>
        {card.mayReopen && <ReopenCard matchId={match.id} card={card} />}
        <Button kind="secondary" icon={<History size={18} />} onClick={() => setHistory(true)}>
          Entry history
        </Button>
        <OnDesktop>
          <Button kind="secondary" icon={<Printer size={18} />} onClick={() => window.print()}>
            Print this card
          </Button>
        </OnDesktop>
      </Row>
      <HistorySheet open={history} onOpenChange={setHistory} {...{ matchId: match.id, revision, card, me }} />
    </CardPanel>
  );
}

function Notice({ round }: { round: Round }) {
  if (round.withdrawn) return <Banner kind="warn" title="Withdrawn: this card counts nowhere" />;
  return round.cannotBeVerified ? <Banner kind="warn" title={neverText(round)} /> : null;
}

const List = styled.section`
  display: grid;
  gap: var(--space-2);
  padding-left: var(--space-4);
  border-left: 4px solid var(--brass-fill);
  overflow-wrap: anywhere;
  & h3 {
    font-size: var(--text-18);
  }
  & li + li {
    margin-top: var(--space-3);
  }
  & del {
    color: var(--ink-2);
    text-decoration-thickness: 2px;
  }
  & q {
    display: block;
    white-space: pre-line;
  }
`;

function Corrections({ corrections }: { corrections: readonly CardCorrection[] }) {
  return (
    <List aria-labelledby="corrections">
      <h3 id="corrections">{CORRECTED}</h3>
      <ol>
        {corrections.map(({ correctionId, by, at, reason, note, holes }) => (
          <li key={correctionId}>
            {holes.map(({ holeNumber, from, to }) => (
              <p key={holeNumber}>
                Hole {holeNumber}: <span className="visually-hidden">was </span>
                <del>{scoreWords(from)}</del> <span aria-hidden="true">→ </span>
                <span className="visually-hidden">now </span>
                <strong>{scoreWords(to)}</strong>
              </p>
            ))}
            <p>{CORRECTION_WORDS[reason]}</p>
            {note !== null && <q>{note}</q>}
            <small>
              {by.fullName}, <time dateTime={at}>{momentWords(at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </List>
  );
}
