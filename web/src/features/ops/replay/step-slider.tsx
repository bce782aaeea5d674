import styled from '@emotion/styled';
import type { StoryLine } from '@fairmark/contract';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clockWords, localDay, shortDay } from '../../../text/dates.js';
import { Button } from '../../../ui/button.js';
import { CardStack, Row } from '../../../ui/page-parts.js';
import { announce } from '../../../ui/live-region.js';
import { kindOf, type StepKind } from './replay.js';
import type { StepListProps } from './step-list.js';

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
  & > div > button:not([aria-label]) {
    flex: 1;
  }
  & > input {
    width: 100%;
    height: 40px;
    margin: 0;
    accent-color: var(--primary);
    cursor: pointer;
  }
`;

/** Marked below the slider: signatures, corrections, and where the record is broken. */
const LANDMARKS: ReadonlySet<StepKind> = new Set(['signature', 'correction', 'broken']);

const Marks = styled.div`
  position: relative;
  height: 14px;
  margin: -16px 8px 0;
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
    border: solid transparent;
    border-width: 0 5px 10px;
    border-bottom-color: var(--danger);
    border-radius: 0;
  }
`;

/** Navigates the steps: slider, previous and next, and playback. */
export function StepSlider({ story, step, line, onStep }: StepListProps & { line: StoryLine }) {
  const { lines, round, proof } = story;
  const last = lines.length - 1;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    const move = (): void => {
      onStep(step + 1);
      setPlaying(step + 1 < last);
    };
    const timer = setTimeout(move, window.matchMedia(REDUCED).matches ? PLAY_CALMLY_MS : PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, step, last, onStep]);
  const go = (to: number): void => {
    setPlaying(false);
    if (lines[to] === undefined) return;
    onStep(to);
    announce(`${to + 1}: ${lines[to].words}`);
  };
  const play = (): void => {
    // Playback restarts from the end.
    if (!playing && step === last) onStep(0);
    setPlaying(!playing && last > 0);
  };
  const place = `Step ${step + 1} of ${lines.length}`;
  const time = clockWords(line.recordedAt, round.timeZone);
  return (
    <Box gap={2} aria-label="Steps of the round">
      <small>
        {place} · {shortDay(localDay(new Date(line.recordedAt), round.timeZone))}, {time}
      </small>
      <h3 title={line.words}>{line.words}</h3>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`${place}, ${time}: ${line.words}`}
        min={0}
        max={last}
        value={step}
        onChange={({ target }) => {
          setPlaying(false);
          onStep(Number(target.value));
        }}
      />
      <Marks aria-hidden="true">
        {lines.map((one, index) => {
          const kind = kindOf(one, proof);
          const at = index / Math.max(1, last);
          return LANDMARKS.has(kind) && <i key={one.eventId} data-kind={kind} style={{ '--at': at }} />;
        })}
      </Marks>
      <Row>
        <Button
          kind="secondary"
          aria-label="Previous step"
          onClick={() => go(step - 1)}
          icon={<ChevronLeft size={20} />}
        />
        <Button kind="secondary" onClick={play} icon={playing ? <Pause size={18} /> : <Play size={18} />}>
          {playing ? 'Pause' : 'Play'}
          {!playing && <span className="visually-hidden"> the round</span>}
        </Button>
        <Button
          kind="secondary"
          aria-label="Next step"
          onClick={() => go(step + 1)}
          icon={<ChevronRight size={20} />}
        />
      </Row>
    </Box>
  );
}
