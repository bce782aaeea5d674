import type { RoundStoryAnswer } from '@fairmark/contract';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.js';
import { Columns, Stack } from '../../../ui/page-parts.js';
import { ReplayCardOf } from './replay-card.js';
import { brokenStep, replayAt } from './replay.js';
import { StepFacts } from './step-facts.js';
import { StepList } from './step-list.js';
import { StepSlider } from './step-slider.js';
import { clockOf, deviceNames } from '../parts/words.js';

/** A round played back: a slider over its steps, and the cards as they stood at the chosen one. */
export function RoundReplay({ story }: { story: RoundStoryAnswer }) {
  const { lines, pars, round } = story;
  const last = lines.length - 1;
  const [chosen, choose] = useState<number | null>(null);
  // Until one is chosen, the last step is shown, also when another one comes.
  const step = Math.min(chosen ?? last, last);
  const devices = useMemo(() => deviceNames(lines), [lines]);
  const { started, cards } = useMemo(() => replayAt(story, step), [story, step]);
  const broken = brokenStep(story);
  const clock = clockOf(round.timeZone);
  const line = lines[step];
  if (line === undefined) return null;
  return (
    <Columns>
      <Stack aria-label="The round at this step">
        <StepSlider lines={lines} step={step} clock={clock} broken={broken} onStep={choose} />
        {started ? (
          <Stack as="div" gap={8}>
            {cards.map((card) => (
              <ReplayCardOf
                key={card.player.id}
                card={card}
                pars={pars[card.player.id] ?? []}
                timeZone={round.timeZone}
              />
            ))}
          </Stack>
        ) : (
          <EmptyState title="The round has not started yet">At this step there are no cards.</EmptyState>
        )}
      </Stack>
      <Stack>
        <StepFacts line={line} clock={clock} device={devices.get(line.deviceId ?? '')} />
        <StepList lines={lines} step={step} clock={clock} devices={devices} broken={broken} onStep={choose} />
      </Stack>
    </Columns>
  );
}
