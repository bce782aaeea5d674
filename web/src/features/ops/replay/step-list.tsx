import styled from '@emotion/styled';
import type { StoryLine } from '@fairmark/contract';
import { Circle, LockOpen, PenLine, PencilLine, Scale, TriangleAlert, type LucideIcon } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { clockBeside, whoWords } from '../parts/words.js';
import { joinWords } from '../../../text/words.js';
import { Stack } from '../../../ui/page-parts.js';
import { kindOf, type StepKind } from './replay.js';

const List = styled.ol`
  overflow-y: auto;
  max-height: 60svh;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
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
  & button > svg {
    margin-top: 3px;
    color: var(--ink-2);
  }
  & button[data-kind='signature'] > svg {
    color: var(--primary);
  }
  & button[data-kind='correction'] > svg {
    color: var(--brass);
  }
  & button[data-broken='true'] {
    background: var(--danger-tint);
  }
  & button[data-broken='true'] > svg {
    color: var(--danger);
  }
  & button[aria-current='step'] {
    border-left-color: var(--primary);
    background: var(--primary-tint);
    font-weight: 600;
  }
  & small {
    display: block;
  }
`;

const ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  entry: PencilLine,
  signature: PenLine,
  correction: Scale,
  reopening: LockOpen,
  other: Circle,
};

interface StepListProps {
  lines: readonly StoryLine[];
  step: number;
  timeZone: string;
  devices: ReadonlyMap<string, string>;
  /** Index of the step that fails the proof; null: none. */
  broken: number | null;
  /** Must be stable, because steps are memoised. */
  onStep: (step: number) => void;
}

/** Every step of the round as a button; the chosen one is scrolled into view. */
export function StepList({ lines, step, timeZone, devices, broken, onStep }: StepListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (list.current && current) keepInSight(list.current, current);
  }, [step]);
  return (
    <Stack gap={3} aria-labelledby="steps">
      <h3 id="steps">Every step</h3>
      <List ref={list} aria-labelledby="steps">
        {lines.map((line, index) => (
          <Step
            key={line.eventId}
            line={line}
            before={(lines[index - 1] ?? line).recordedAt}
            index={index}
            timeZone={timeZone}
            device={devices.get(line.deviceId ?? '')}
            broken={index === broken}
            chosen={index === step}
            onStep={onStep}
          />
        ))}
      </List>
    </Stack>
  );
}

interface StepProps {
  line: StoryLine;
  /** When the step before it was recorded. */
  before: string;
  index: number;
  timeZone: string;
  device: string | undefined;
  broken: boolean;
  chosen: boolean;
  onStep: (step: number) => void;
}

/** Memoised: there may be thousands, and only those that gain or lose the choice change. */
const Step = memo(function Step(props: StepProps) {
  const { line, before, index, timeZone, device, broken, chosen, onStep } = props;
  const kind = kindOf(line);
  const Icon = broken ? TriangleAlert : ICONS[kind];
  const parts = [clockBeside(line.recordedAt, before, timeZone), whoWords(line), device ?? ''];
  return (
    <li>
      <button
        type="button"
        data-kind={kind}
        data-broken={broken}
        aria-current={chosen ? 'step' : undefined}
        onClick={() => onStep(index)}
      >
        <Icon size={18} />
        <span>
          {line.words}
          {broken && <strong> Not as it was recorded.</strong>}
          <small>{joinWords(parts)}</small>
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
