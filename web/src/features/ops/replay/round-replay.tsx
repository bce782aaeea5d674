import styled from '@emotion/styled';
import type { RoundStoryAnswer } from '@fairmark/contract';
import { NINE } from '@fairmark/scoring';
import { CircleCheck, PencilLine, Scale } from 'lucide-react';
import { useState } from 'react';
import { SignatureLine } from '../../../golf/signature-line.js';
import { Banner } from '../../../ui/banner.js';
import { Chip } from '../../../ui/chip.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Columns, HeadRow, Row, Stack } from '../../../ui/page-parts.js';
import { ReplayNine } from './replay-nine.js';
import { replayAt, type ReplayCard } from './replay.js';
import { StepFacts } from './step-facts.js';
import { StepList } from './step-list.js';
import { StepSlider } from './step-slider.js';

/** Replays a round: a slider over its steps, and the cards as of the chosen step. Times are the course's. */
export function RoundReplay({ story }: { story: RoundStoryAnswer }) {
  const { lines, pars, round } = story;
  const { timeZone } = round;
  const last = lines.length - 1;
  const [chosen, choose] = useState<number | null>(null);
  // Until a step is chosen, follow the last one.
  const step = Math.min(chosen ?? last, last);
  const { started, cards } = replayAt(story, step);
  const line = lines[step];
  if (line === undefined) return <EmptyState>Nothing was recorded of this round.</EmptyState>;
  return (
    <Columns>
      <Stack aria-label="The round at this step">
        <StepSlider {...{ story, step, line }} onStep={choose} />
        {started ? (
          <Stack as="div" gap={8}>
            {cards.map((card) => (
              <ReplayCardOf key={card.player.id} card={card} pars={pars[card.player.id] ?? []} timeZone={timeZone} />
            ))}
          </Stack>
        ) : (
          <EmptyState title="The round has not started yet">At this step there are no cards.</EmptyState>
        )}
      </Stack>
      <Stack>
        <StepFacts line={line} timeZone={timeZone} />
        <StepList {...{ story, step }} onStep={choose} />
      </Stack>
    </Columns>
  );
}

/** The player's name, with a pen if the step concerns the card; its space is always reserved. */
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

function ReplayCardOf({ card, pars, timeZone }: { card: ReplayCard; pars: readonly number[]; timeZone: string }) {
  const { player, holes, touched, corrected, verified, withdrawn } = card;
  const nine = { corrected, pars };
  const line = { timeZone, waitingText: 'Not signed' };
  const markedBy = card.signedMarker ?? card.marker;
  return (
    <Stack gap={3} aria-labelledby={`replay-${player.id}`}>
      <HeadRow>
        <Name id={`replay-${player.id}`} data-touched={touched}>
          {player.fullName} <PencilLine size={18} />
        </Name>
        <Row>
          {corrected && (
            <Chip kind="brass" icon={<Scale />}>
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
      {withdrawn && <Banner kind="warn" title="Withdrawn: this card counts nowhere" />}
      <ReplayNine {...nine} label="Out" caption={`Out, ${player.fullName}`} holes={holes.slice(0, NINE)} />
      <ReplayNine {...nine} label="In" caption={`In, ${player.fullName}`} holes={holes.slice(NINE)} />
      <Lines>
        <SignatureLine {...line} role="Player" name={player.fullName} signedAt={card.playerSignedAt} />
        <SignatureLine {...line} role="Marker" name={markedBy?.fullName ?? '–'} signedAt={card.markerSignedAt} />
      </Lines>
    </Stack>
  );
}
