import styled from '@emotion/styled';
import type { RoundStoryAnswer, StoryLine } from '@fairmark/contract';
import { Circle, LockOpen, PenLine, PencilLine, Scale, TriangleAlert, type LucideIcon } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { joinWords } from '../../../text/words.js';
import { Card, Stack } from '../../../ui/page-parts.js';
import { clockBeside, phoneWords, whoWords } from '../parts/words.js';
import { kindOf, type StepKind } from './replay.js';

const List = styled(Card.withComponent('ol'))`
  overflow-y: auto;
  max-height: 60svh;
  padding: 0;
  overscroll-behavior: contain;
  & > li + li {
    border-top: 1px solid var(--line);
  }
  /* There may be thousands of steps: lay out only the visible ones. */
  & > li {
    content-visibility: auto;
    contain-intrinsic-size: auto 72px;
  }
  & button {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 2px var(--space-3);
    align-items: start;
    width: 100%;
    min-height: var(--key);
    padding: var(--space-2) var(--space-4);
    border-left: 4px solid transparent;
    text-align: start;
    outline-offset: -3px;
  }
  & svg {
    margin-top: 3px;
    color: var(--ink-2);
  }
  & [data-kind='signature'] > svg {
    color: var(--primary);
  }
  & [data-kind='correction'] > svg {
    color: var(--brass);
  }
  & [data-kind='broken'] {
    background: var(--danger-tint);
    & > svg {
      color: var(--danger);
    }
  }
  & [aria-current='step'] {
    border-left-color: var(--primary);
    background: var(--primary-tint);
    font-weight: 600;
  }
  /* Paper does not scroll. */
  @media print {
    max-height: none;
    & > li {
      content-visibility: visible;
    }
  }
`;

const ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  broken: TriangleAlert,
  entry: PencilLine,
  signature: PenLine,
  correction: Scale,
  reopening: LockOpen,
  other: Circle,
};

/** A round with its chosen step. */
export interface StepListProps {
  story: RoundStoryAnswer;
  step: number;
  onStep: (step: number) => void;
}

/** Every step of the round as a button; the chosen one is scrolled into view. */
export function StepList({ story, step, onStep }: StepListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (list.current && current) keepInSight(list.current, current);
  }, [step]);
  return (
    <Stack gap={3} aria-labelledby="steps">
      <h3 id="steps">Every step</h3>
      <List ref={list} aria-labelledby="steps">
        {story.lines.map((line, index) => (
          <Step key={line.eventId} {...{ story, line, index, onStep }} chosen={index === step} />
        ))}
      </List>
    </Stack>
  );
}

type StepProps = Pick<StepListProps, 'story' | 'onStep'> & { line: StoryLine; index: number; chosen: boolean };

/** Remembered, because the slider would else render thousands of them at each move. */
const Step = memo(function Step({ story, line, index, chosen, onStep }: StepProps) {
  const kind = kindOf(line, story.proof);
  const Icon = ICONS[kind];
  const before = story.lines[index - 1] ?? line;
  const clock = clockBeside(line.recordedAt, before.recordedAt, story.round.timeZone);
  return (
    <li>
      <button type="button" data-kind={kind} aria-current={chosen ? 'step' : undefined} onClick={() => onStep(index)}>
        <Icon size={18} />
        <span>
          {line.words}
          {kind === 'broken' && <strong> Not as it was recorded.</strong>}
          <small>{joinWords([clock, whoWords(line), phoneWords(line)])}</small>
        </span>
      </button>
    </li>
  );
});

/** Scrolls the list without scrolling the page. */
function keepInSight(list: Element, item: Element): void {
  const [box, row] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (row.top < box.top) list.scrollTop -= box.top - row.top;
  else if (row.bottom > box.bottom) list.scrollTop += row.bottom - box.bottom;
}
