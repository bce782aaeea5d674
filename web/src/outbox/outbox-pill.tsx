import { useEffect, useState } from 'react';
import styled from '@emotion/styled';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { storedRound } from '../api/stored-round.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { OutboxList } from './outbox-list.js';
import { startSending } from './start-sending.js';
import { useSyncStatus } from './use-outbox.js';

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
export function SyncPill({ state, waiting, onPress }: SyncPillProps) {
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

/**
 * How my scores stand: all with the server, some waiting, some that need a look. Without a round on this phone it is there
 * only if it has something to say. Scores are sent as long as one of these is in the page, and the frame always has one.
 */
export function OutboxPill() {
  const status = useSyncStatus();
  const [open, setOpen] = useState(false);
  useEffect(() => startSending(), []);
  const shown = status.state !== 'synced' || storedRound().matchId !== null;
  return (
    <>
      {shown && <SyncPill state={status.state} waiting={status.waiting} onPress={() => setOpen(true)} />}
      <Sheet open={open} onOpenChange={setOpen} title="Your scores">
        <OutboxList status={status} />
      </Sheet>
    </>
  );
}
