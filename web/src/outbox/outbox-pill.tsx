import { useEffect, useState } from 'react';
import styled from '@emotion/styled';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { storedRound } from '../api/stored-round.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { OutboxList } from './outbox-list.js';
import { startSending } from './start-sending.js';
import { type SyncStatus, useSyncStatus } from './use-outbox.js';

const Pill = styled.button`
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
  &::after {
    content: '';
    position: absolute;
    inset: -8px -4px;
  }
`;

const ICONS = { synced: Check, waiting: Clock, attention: TriangleAlert } as const;

/**
 * How my scores stand: all with the server, some waiting, some that need a look. Without a round on this phone it is there
 * only if it has something to say. Scores are sent as long as one of these is in the page, and the frame always has one.
 */
export function OutboxPill() {
  const status = useSyncStatus();
  const [open, setOpen] = useState(false);
  useEffect(() => startSending(), []);
  const { state, waiting } = status;
  const Icon = ICONS[state];
  const shown = state !== 'synced' || storedRound().matchId !== null;
  return (
    <>
      {shown && (
        <Pill type="button" data-state={state} onClick={() => setOpen(true)}>
          <Icon size={16} strokeWidth={2.5} aria-hidden="true" />
          <span data-words="">{syncText(status)}</span>
          {state === 'waiting' && (
            <span data-count="" aria-hidden="true">
              {waiting}
            </span>
          )}
        </Pill>
      )}
      <Sheet open={open} onOpenChange={setOpen} title="Your scores">
        <OutboxList status={status} />
      </Sheet>
    </>
  );
}

/** The state of sending in a word or two. */
function syncText({ state, waiting }: SyncStatus): string {
  if (state === 'attention') return 'Needs attention';
  return state === 'waiting' ? `${waiting} waiting` : 'Synced';
}
