import styled from '@emotion/styled';
import type { StoryLine } from '@fairmark/contract';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { announce } from '../../ui/live-region.js';
import { kindOf, type StepKind } from './step-kinds.js';
import { clockWords } from './words.js';

/** How long each step stands while the round is played; with reduced motion the picture changes less often. */
const PLAY_MS = 700;
const PLAY_CALMLY_MS = 2_000;
const REDUCED = '(prefers-reduced-motion: reduce)';

const Box = styled(Card)`
  display: grid;
  gap: var(--space-2);
  @media (min-width: 1024px) {
    position: sticky;
    top: var(--space-2);
    z-index: 1;
  }
`;

const Rail = styled.div`
  position: relative;
  & > input {
    display: block;
    width: 100%;
    height: var(--target);
    margin: 0;
    accent-color: var(--primary);
    cursor: pointer;
  }
`;

/** What matters most of the round, under the rail at its place: signatures, corrections, where the record is broken. */
const Marks = styled.div`
  position: relative;
  height: 18px;
  margin-inline: 8px;
  & > i {
    position: absolute;
    left: calc(var(--at) * 100%);
    width: 10px;
    height: 10px;
    border: 2px solid var(--primary);
    border-radius: 50%;
    translate: -50%;
  }
  & > i[data-kind='signature'] {
    background: var(--primary);
  }
  & > i[data-kind='correction'] {
    border-color: var(--brass);
    border-radius: 0;
    background: var(--brass-fill);
    rotate: 45deg;
  }
  & > i[data-kind='broken'] {
    border: 0;
    border-radius: 0;
    border-inline: 5px solid transparent;
    border-bottom: 10px solid var(--danger);
    width: 0;
    height: 0;
  }
`;

const Ends = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-2);
  & > span {
    color: var(--ink-2);
    font-size: var(--text-14);
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  @media (min-width: 480px) {
    grid-template-columns: auto minmax(0, 1fr) auto auto;
  }
  & > [data-part='play'] {
    grid-column: 1 / -1;
    @media (min-width: 480px) {
      grid-column: auto;
      order: 1;
      min-width: 9rem;
    }
  }
`;

const MARKED: readonly StepKind[] = ['signature', 'correction'];

/** Properties of {@link StepSlider}. */
export interface StepSliderProps {
  lines: readonly StoryLine[];
  /** 0 to the last. */
  step: number;
  /** The step that is not as it was recorded; null: none. */
  broken: number | null;
  onStep: (step: number) => void;
}

/** The way through a round: a slider, one step back and on, and playing it. */
export function StepSlider({ lines, step, broken, onStep }: StepSliderProps): ReactNode {
  const last = lines.length - 1;
  const [playing, setPlaying] = usePlaying(step, last, onStep);
  const go = (wanted: number): void => {
    const to = Math.max(0, Math.min(last, wanted));
    setPlaying(false);
    onStep(to);
    const line = lines[to];
    if (line !== undefined) announce(`${to + 1}: ${line.words}`);
  };
  const line = lines[step];
  const spoken =
    line === undefined ? '' : `Step ${step + 1} of ${lines.length}, ${clockWords(line.recordedAt)}: ${line.words}`;
  return (
    <Box as="section" aria-label="Steps of the round">
      <Rail>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={spoken}
          min={0}
          max={last}
          step={1}
          value={step}
          onChange={({ target }) => {
            setPlaying(false);
            onStep(Number(target.value));
          }}
        />
        <Marks aria-hidden="true">
          {lines.map((one, index) => {
            const kind = index === broken ? 'broken' : kindOf(one);
            const at = last === 0 ? 0 : index / last;
            return index === broken || MARKED.includes(kindOf(one)) ? (
              <i key={one.eventId} data-kind={kind} style={{ '--at': at }} />
            ) : null;
          })}
        </Marks>
      </Rail>
      <Ends>
        <Button
          kind="secondary"
          aria-label="Previous step"
          onClick={() => go(step - 1)}
          icon={<ChevronLeft size={20} aria-hidden="true" />}
        />
        <span>
          Step {step + 1} of {lines.length}
        </span>
        <Button
          kind="secondary"
          aria-label="Next step"
          onClick={() => go(step + 1)}
          icon={<ChevronRight size={20} aria-hidden="true" />}
        />
        <Button
          kind="secondary"
          data-part="play"
          onClick={() => {
            // From the end it begins anew.
            if (!playing && step === last) onStep(0);
            setPlaying(!playing);
          }}
          icon={playing ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        >
          {playing ? 'Pause' : 'Play the round'}
        </Button>
      </Ends>
    </Box>
  );
}

/** Goes on by itself, step by step, to the last one. */
function usePlaying(
  step: number,
  last: number,
  onStep: (step: number) => void,
): [playing: boolean, setPlaying: (playing: boolean) => void] {
  const [wanted, setWanted] = useState(false);
  const playing = wanted && step < last;
  useEffect(() => {
    if (!playing) return undefined;
    const calm = window.matchMedia(REDUCED).matches;
    const timer = setTimeout(
      () => {
        onStep(step + 1);
        if (step + 1 === last) setWanted(false);
      },
      calm ? PLAY_CALMLY_MS : PLAY_MS,
    );
    return () => clearTimeout(timer);
  }, [playing, step, last, onStep]);
  return [playing, setWanted];
}
