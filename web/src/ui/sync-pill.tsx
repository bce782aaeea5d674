import styled from '@emotion/styled';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const Pill = styled.span`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 36px;
  padding: 0 var(--space-3);
  border: 1.5px solid var(--line);
  border-radius: 18px;
  background: var(--surface);
  color: var(--ink);
  font: 600 var(--text-14) / 1 var(--font);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  &[data-state='synced'] > svg {
    color: var(--primary);
  }
  &[data-state='waiting'] {
    border-color: var(--warn);
    background: var(--warn-tint);
    color: var(--warn);
  }
  &[data-state='attention'] {
    border-color: var(--danger);
    background: var(--danger-tint);
    color: var(--danger);
  }
  &:is(button) {
    cursor: pointer;
    touch-action: manipulation;
  }
  /* Stands for the words where the hole's head has no room for them. */
  & > [data-count] {
    display: none;
  }
  /* Drawn 36 px high, hit at 48. */
  &:is(button)::after {
    content: '';
    position: absolute;
    inset: -8px -4px;
  }
`;

const PressablePill = Pill.withComponent('button');

/** Whether everything entered on this phone has reached the server. */
type SyncState = 'synced' | 'waiting' | 'attention';

const ICONS = { synced: Check, waiting: Clock, attention: TriangleAlert } as const;

interface SyncPillProps {
  state: SyncState;
  /** Scores that are not sent yet. */
  waiting: number;
  /** Makes the pill a button. */
  onPress?: () => void;
}

/** The state of sending in a word or two. */
export function SyncPill({ state, waiting, onPress }: SyncPillProps): ReactNode {
  const Icon = ICONS[state];
  const face = (
    <>
      <Icon size={16} strokeWidth={2.5} aria-hidden="true" />
      <span data-words="">{syncText(state, waiting)}</span>
      {state === 'waiting' && (
        <span data-count="" aria-hidden="true">
          {waiting}
        </span>
      )}
    </>
  );
  if (onPress === undefined) return <Pill data-state={state}>{face}</Pill>;
  return (
    <PressablePill type="button" data-state={state} onClick={onPress}>
      {face}
    </PressablePill>
  );
}

function syncText(state: SyncState, waiting: number): string {
  if (state === 'attention') return 'Needs attention';
  return state === 'waiting' ? `${waiting} waiting` : 'Synced';
}
