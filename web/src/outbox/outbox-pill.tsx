import { keyframes } from '@emotion/react';
import { useRef, useState } from 'react';
import styled from '@emotion/styled';
import { Clock, TriangleAlert } from 'lucide-react';
import { Sheet } from '../ui/overlays/dialogs.js';
import { OutboxList } from './outbox-list.js';
import { useSyncStatus } from './use-outbox.js';

const appear = keyframes`from { visibility: hidden; } to { visibility: visible; }`;

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
  &[data-state='waiting'] {
    /* Appears late: a score that is sent immediately is no news. */
    animation: ${appear} 0s linear 1s both;
    border-color: var(--warn);
    background: var(--warn-tint);
    color: var(--warn);
  }
  &[data-state='attention'] {
    border-color: var(--danger);
    background: var(--danger-tint);
    color: var(--danger);
  }
  /* Replaces the words where the hole's header has no room for them. */
  & > [data-count] {
    display: none;
  }
  /* 36 px high, with a touch target of 48. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px -4px;
  }
`;

/** Shows that scores are waiting or need attention; nothing once all are sent. */
export function OutboxPill() {
  const status = useSyncStatus();
  const [open, setOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const { state, waiting, unsaved } = status;
  const Icon = state === 'waiting' ? Clock : TriangleAlert;
  const trouble = unsaved ? 'Keep this page open' : 'Needs attention';
  return (
    <>
      {state !== 'synced' && (
        <Pill ref={pill} type="button" data-state={state} onClick={() => setOpen(true)}>
          <Icon size={16} strokeWidth={2.5} aria-hidden="true" />
          <span data-words="">{state === 'waiting' ? `${waiting} waiting` : trouble}</span>
          {state === 'waiting' && (
            <span data-count="" aria-hidden="true">
              {waiting}
            </span>
          )}
        </Pill>
      )}
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Your scores"
        // The pill disappears once all scores are sent.
        finalFocus={() => pill.current ?? document.getElementById('content')}
      >
        <OutboxList status={status} />
      </Sheet>
    </>
  );
}
