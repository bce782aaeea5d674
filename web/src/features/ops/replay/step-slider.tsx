import styled from '@emotion/styled';
import type { StoryLine } from '@fairmark/contract';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { CardStack } from '../../../ui/card.js';
import { announce } from '../../../ui/live-region.js';
import { clockWords, localDay, shortDay } from '../../../text/dates.js';
import { kindOf, type StepKind } from './replay.js';

/** How long each step is shown during playback; longer with reduced motion. */
const PLAY_MS = 700;
const PLAY_CALMLY_MS = 2_000;
const REDUCED = '(prefers-reduced-motion: reduce)';

const Box = styled(CardStack)`
  padding: var(--space-4);
  /* Stays visible above the cards if the window is high enough for both. */
  @media (min-height: 640px) {
    position: sticky;
    top: var(--space-2);
    z-index: 1;
    /* Hides content that scrolls past its edge. */
    box-shadow: 0 0 0 var(--space-2) var(--bg);
  }
  & > p {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  /* A fixed height, so that the content below does not move during playback. */
  & > h3 {
    display: -webkit-box;
    overflow: hidden;
    height: 2.4em;
    font-size: var(--text-18);
    line-height: 1.2;
    text-wrap: pretty;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

const Rail = styled.div`
  position: relative;
  & > input {
    display: block;
    width: 100%;
    height: 40px;
    margin: 0;
    accent-color: var(--primary);
    cursor: pointer;
  }
`;

/** Marks below the slider: signatures, corrections, and where the record is broken. */
const Marks = styled.div`
  position: relative;
  height: 14px;
  margin: -8px 8px 0;
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
    width: 0;
    height: 0;
    border: 0;
    border-inline: 5px solid transparent;
    border-bottom: 10px solid var(--danger);
    border-radius: 0;
  }
`;

const Buttons = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-2);
  & > button {
    padding-inline: var(--space-3);
    min-width: 56px;
  }
`;

const MARKED: readonly StepKind[] = ['signature', 'correction'];

interface StepSliderProps {
  lines: readonly StoryLine[];
  step: number;
  timeZone: string;
  broken: number | null;
  onStep: (step: number) => void;
}

/** Navigates the steps: slider, previous and next, and playback. */
export function StepSlider({ lines, step, timeZone, broken, onStep }: StepSliderProps) {
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
  if (line === undefined) return null;
  const place = `Step ${step + 1} of ${lines.length}`;
  const time = clockWords(line.recordedAt, timeZone);
  return (
    <Box gap={2} aria-label="Steps of the round">
      <p>
        {place} · {shortDay(localDay(new Date(line.recordedAt), timeZone))}, {time}
      </p>
      <h3 title={line.words}>{line.words}</h3>
      <Rail>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={`${place}, ${time}: ${line.words}`}
          min={0}
          max={last}
          step={1}
          value={step}
          onChange={({ target }) => {
            setPlaying(false);
            onStep(Number(target.value));
          }}
        />
        <Landmarks lines={lines} broken={broken} />
      </Rail>
      <Buttons>
        <Button
          kind="secondary"
          aria-label="Previous step"
          onClick={() => go(step - 1)}
          icon={<ChevronLeft size={20} />}
        />
        <Button
          kind="secondary"
          onClick={() => {
            // Playback restarts from the end.
            if (!playing && step === last) onStep(0);
            setPlaying(!playing);
          }}
          icon={playing ? <Pause size={18} /> : <Play size={18} />}
        >
          {playing ? 'Pause' : 'Play'}
          {!playing && <span className="visually-hidden"> the round</span>}
        </Button>
        <Button
          kind="secondary"
          aria-label="Next step"
          onClick={() => go(step + 1)}
          icon={<ChevronRight size={20} />}
        />
      </Buttons>
    </Box>
  );
}

function Landmarks({ lines, broken }: Pick<StepSliderProps, 'lines' | 'broken'>) {
  const last = Math.max(1, lines.length - 1);
  return (
    <Marks aria-hidden="true">
      {lines.map((line, index) => {
        const kind = index === broken ? 'broken' : kindOf(line);
        if (kind !== 'broken' && !MARKED.includes(kind)) return null;
        return <i key={line.eventId} data-kind={kind} style={{ '--at': index / last }} />;
      })}
    </Marks>
  );
}

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
