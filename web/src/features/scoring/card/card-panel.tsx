import styled from '@emotion/styled';
import type { MatchAnswer, UserMatchSettings } from '@fairmark/contract';
import { memo, useMemo, type ReactNode } from 'react';
import { useTeeName } from '../../../api/realtime/hooks.js';
import { Facts } from '../../../ui/card.js';
import { NineTable } from '../../../golf/nine-table.js';
import { TotalsTile } from '../../../golf/totals.js';
import { firstName } from '../../../text/words.js';
import { cardRows, SCORE_ROW, totalText, type CardRows } from './card-rows.js';
import type { ScoringCard } from '../parts/cards.js';
import { FORMATS } from '../parts/result-words.js';

const Stack = styled.div`
  display: grid;
  gap: var(--space-4);
  & h2,
  & h3 {
    margin-top: var(--space-2);
  }
`;

/** Properties of {@link CardPanel}. */
export interface CardPanelProps {
  match: MatchAnswer;
  card: ScoringCard;
  /** Holes of this card that are not sent yet. */
  waiting: ReadonlySet<number>;
  onHole: (holeNumber: number) => void;
  /** What stands below it. */
  children?: ReactNode;
}

/** What I have entered on a card so far, Out and In, and the settings of the round. */
export const CardPanel = memo(function CardPanel({ match, card, waiting, onHole, children }: CardPanelProps) {
  const { matchType } = match.match;
  const tee = useTeeName(match.match);
  const rows = useMemo(() => cardRows(card, matchType, waiting), [card, matchType, waiting]);
  const { totals } = rows;
  const scoreLabel = SCORE_ROW[matchType];
  const whose = card.isMine ? 'your card' : `${firstName(card.fullName)}'s card`;
  return (
    <Stack>
      <NineTable caption={`Out, ${whose}`} scoreLabel={scoreLabel} onHole={onHole} {...rows.out} />
      <NineTable caption={`In, ${whose}`} scoreLabel={scoreLabel} onHole={onHole} {...rows.in} />
      <TotalsTile
        label={matchType === 'STROKE' ? 'Gross' : match.match.scoreLabel.long}
        value={totalText(totals, matchType)}
        details={totalDetails(totals, matchType)}
        note={totals.includesNoScore ? 'incl. NS' : undefined}
      />
      <h3>Round settings</h3>
      <Facts items={roundFacts(match, tee)} />
      {children}
    </Stack>
  );
});

function totalDetails(totals: CardRows['totals'], matchType: MatchAnswer['match']['matchType']) {
  const nett = { term: 'Nett', value: totals.nett ?? '–' };
  const holes = { term: 'Holes', value: `${totals.thru} of 18` };
  return matchType === 'STROKE' ? [nett, holes] : [{ term: 'Gross', value: totals.gross ?? '–' }, holes];
}

/** The settings of the round: course, format, tee, handicaps and markers. */
function roundFacts({ match, userMatchSettings: settings }: MatchAnswer, tee: string) {
  const kind = match.isSocial ? 'Practice round' : 'Match round';
  const facts = [
    { term: 'Course', value: match.course.name },
    { term: 'Competition', value: `${kind}, ${FORMATS[match.matchType]}` },
    { term: 'Tee', value: tee },
    { term: 'Your Round Handicap', value: roundHandicap(settings) },
  ];
  if (match.isSocial || settings === null) return facts;
  return [
    ...facts,
    { term: 'Your Marker', value: settings.marker?.fullName ?? 'No marker: cannot be verified' },
    { term: "Marker's Round Handicap", value: settings.markerMatchSettings?.dailyHandicapForShow ?? '–' },
    { term: 'You mark', value: settings.marking.map(({ fullName }) => fullName).join(', ') || 'Nobody' },
  ];
}

function roundHandicap(settings: UserMatchSettings | null): string {
  const daily = settings?.dailyHandicapForShow ?? null;
  return daily === null ? '–' : `Daily ${daily}, from ${settings?.handicapForShow ?? '–'}`;
}
