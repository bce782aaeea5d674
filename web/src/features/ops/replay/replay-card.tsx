import styled from '@emotion/styled';
import { CircleCheck, PencilLine, Scale } from 'lucide-react';
import { Banner } from '../../../ui/banner.js';
import { Chip } from '../../../ui/chip.js';
import { SignatureLine } from '../../../golf/signature-line.js';
import { HeadRow, Row, Stack } from '../../../ui/page-parts.js';
import { ReplayNine } from './replay-nine.js';
import type { ReplayCard } from './replay.js';

const NINE = 9;

/** Whose card; with a pen where the step is about it, whose place is always there. */
const Name = styled.h3`
  & > svg {
    margin-left: var(--space-1);
    color: var(--primary);
    vertical-align: -2px;
  }
  &:not([data-touched='true']) > svg {
    visibility: hidden;
  }
`;

const Lines = styled.div`
  display: grid;
  gap: var(--space-3) var(--space-6);
  @media (min-width: 640px) and (max-width: 1279px), (min-width: 1520px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface ReplayCardProps {
  card: ReplayCard;
  pars: readonly number[];
  timeZone: string;
}

/** A card as it stood at a step: both sides' entries, what the step changed, who had signed it. */
export function ReplayCardOf({ card, pars, timeZone }: ReplayCardProps) {
  const { player, marker, holes, touched, corrected, verified, withdrawn } = card;
  const nine = { corrected, pars };
  return (
    <Stack gap={3} aria-labelledby={`replay-${player.id}`}>
      <HeadRow>
        <Name id={`replay-${player.id}`} data-touched={touched}>
          {player.fullName} <PencilLine size={18} />
        </Name>
        <Row>
          {corrected && (
            <Chip kind="warn" icon={<Scale />}>
              Corrected
            </Chip>
          )}
          {verified && (
            <Chip kind="brass" icon={<CircleCheck />}>
              Verified
            </Chip>
          )}
        </Row>
      </HeadRow>
      {withdrawn && <Banner kind="warn" title="Withdrawn: this card counts nowhere" role={undefined} />}
      <ReplayNine {...nine} label="Out" caption={`Out, ${player.fullName}`} holes={holes.slice(0, NINE)} />
      <ReplayNine {...nine} label="In" caption={`In, ${player.fullName}`} holes={holes.slice(NINE)} />
      <Lines>
        <SignatureLine
          role="Player"
          name={player.fullName}
          signedAt={card.playerSignedAt}
          timeZone={timeZone}
          waitingText="Not signed"
        />
        <SignatureLine
          role="Marker"
          name={card.signedMarker?.fullName ?? marker?.fullName ?? '–'}
          signedAt={card.markerSignedAt}
          timeZone={timeZone}
          waitingText="Not signed"
        />
      </Lines>
    </Stack>
  );
}
