import { type CardHole, type MatchAnswer, type Round, CORRECTION_WORDS, type CardCorrection } from '@fairmark/contract';
import { History, Printer } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTeeName } from '../../api/realtime/hooks.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Fact } from '../../ui/card.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { NineTable } from '../../golf/nine-table.js';
import { ScoreKey } from '../../golf/score-key.js';
import { TotalsTile } from '../../golf/totals.js';
import { ninesOf, totalsOf } from './parts/card-rows.js';
import { IssueRows } from './settle.js';
import { issuesOf, mayWrite, otherMissingText, pressOn } from './parts/issues.js';
import { OnDesktop, Row } from '../../ui/page-parts.js';
import { CardFacts, CardPanel } from './page-parts.js';
import { ReopenCard, Signatures } from './signing/signatures.js';
import { mayReopen, neverText } from './signing/signing.js';
import styled from '@emotion/styled';
import { momentWords } from '../../text/dates.js';
import { CORRECTED } from '../../golf/result-words.js';
import { scoreWords } from '../../golf/score/score-texts.js';

interface PlayerCardProps {
  answer: MatchAnswer;
  round: Round;
  holes: readonly CardHole[];
  me: string;
  waiting: ReadonlySet<number>;
  onEdit: (holeNumber: number) => void;
  onHistory: () => void;
}

/** One player's card: facts, two nines, totals and signatures. */
export function PlayerCard(props: PlayerCardProps) {
  const { answer, round, holes, me, waiting, onEdit, onHistory } = props;
  const { match } = answer;
  const { player } = round;
  const tee = useTeeName(match);
  const navigate = useNavigate();
  const nines = ninesOf(match.matchType, round, holes, waiting);
  const others = issuesOf(match, round, me).filter(({ editable }) => !editable);
  const missing = match.isSocial ? '' : otherMissingText(round, me);
  const press = (holeNumber: number): void => {
    const action = pressOn(round, holeNumber, me);
    if (action === 'edit') onEdit(holeNumber);
    if (action === 'go') void navigate(paths.score(holeNumber, match.id));
  };
  const table = {
    showIndex: true,
    ...(mayWrite(round, me) ? { onHole: press } : {}),
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
      {nines.map((nine) => (
        <NineTable key={nine.total.label} caption={`${nine.total.label}, ${player.fullName}`} {...nine} {...table} />
      ))}
      <ScoreKey />
      <TotalsTile {...totalsOf(match.matchType, round.scoreTotals)} />
      {!match.isSocial && <Signatures round={round} me={me} />}
      {round.corrections.length > 0 && <Corrections corrections={round.corrections} />}
      <Row>
        {mayReopen(round, me) && <ReopenCard matchId={match.id} round={round} me={me} />}
        <Button kind="secondary" icon={<History size={18} />} onClick={onHistory}>
          Entry history
        </Button>
        <OnDesktop>
          <Button kind="secondary" icon={<Printer size={18} />} onClick={() => window.print()}>
            Print this card
          </Button>
        </OnDesktop>
      </Row>
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
  & small {
    display: block;
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
